//! Burn on the CPU: burn-backend ndarray|flex attention|softmax [DTYPE].
//!
//! attention  burn::tensor::module::attention: the output alone
//! softmax    matmul, activation::softmax, matmul, as its modules write attention; with weights and scores
#[path = "../../rust/src/attnref_backend.rs"]
mod attnref_backend;

use attnref_backend::{serve, Dtype, Hello, Problem, Refusal, Reply, Tensor};
use burn::tensor::activation::softmax;
use burn::tensor::module::attention;
use burn::tensor::ops::AttentionModuleOptions;
use burn::tensor::{DType, Device, Tensor as Burn, TensorData};

fn to_burn(t: &Tensor, device: &Device) -> Result<Burn<2>, Refusal> {
    let (data, dtype) = match t.dtype {
        Dtype::F64 => (TensorData::new(t.f64s(), t.shape.clone()), DType::F64),
        Dtype::F32 => (TensorData::new(t.f32s(), t.shape.clone()), DType::F32),
        other => return Err(Refusal::Unsupported(format!("dtype {other:?}"))),
    };
    Ok(Burn::from_data(data, (device, dtype)))
}

fn of_burn(t: Burn<2>) -> Tensor {
    let (shape, data) = (t.dims(), t.into_data());
    match data.dtype() {
        DType::F64 => Tensor::of_f64(&shape, &data.try_to_vec::<f64>().unwrap()),
        _ => Tensor::of_f32(&shape, &data.try_to_vec::<f32>().unwrap()),
    }
}

fn operands(p: &Problem, device: &Device) -> Result<[Burn<2>; 3], Refusal> {
    let of = |name: &str| to_burn(p.at(name), device);
    if !p.projected() {
        return Ok([of("q")?, of("k")?, of("v")?]);
    }
    let x = of("x")?;
    Ok([x.clone().matmul(of("wq")?), x.clone().matmul(of("wk")?), x.matmul(of("wv")?)])
}

fn by_attention(p: &Problem, device: &Device) -> Reply {
    let [q, k, v] = operands(p, device)?.map(|t| t.unsqueeze::<4>()); // batch, head, sequence, width
    let scale = if p.scale_is_default { None } else { Some(p.scale) };
    let output = attention(q, k, v, None, None, AttentionModuleOptions { scale, ..Default::default() });
    Ok(vec![("output", of_burn(output.squeeze_dims::<2>(&[0, 1])))])
}

fn by_softmax(p: &Problem, device: &Device) -> Reply {
    let [q, k, v] = operands(p, device)?;
    let scores = q.matmul(k.transpose()).mul_scalar(p.scale);
    let weights = softmax(scores.clone(), 1);
    let output = weights.clone().matmul(v);
    Ok(vec![("output", of_burn(output)), ("weights", of_burn(weights)), ("scores", of_burn(scores))])
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let argument = |i: usize, default: &'static str| arguments.get(i).map_or(default.to_string(), String::clone);
    let (unit, kernel, dtypes) = (argument(1, "ndarray"), argument(2, "attention"), argument(3, "f64,f32"));
    let device = if unit == "flex" { Device::flex() } else { Device::ndarray() };
    let whole = kernel == "attention";
    let hello = Hello {
        name: &format!("Burn {unit} {kernel}"),
        version: "0.22.1", // Cargo.toml pins it
        dtypes: &dtypes,
        features: if whole { "projections,scale" } else { "projections,weights,scores,scale" },
        constraints: r#"{"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}, "d_model": {"least": 1}}"#,
        ..Hello::default()
    };
    serve(&hello, |p| if whole { by_attention(p, &device) } else { by_softmax(p, &device) })
}
