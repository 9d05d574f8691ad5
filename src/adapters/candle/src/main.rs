//! Candle on its CPU device: candle-backend softmax|flash [DTYPE].
//!
//! softmax  matmul, softmax_last_dim, matmul, as its models write attention. f16: the products accumulate in f32, but
//!          softmax_last_dim computes and adds in f16 (profile f16_all). Its CPU matmul takes no bf16.
//! flash    candle_nn::attention::flash_attn: online softmax, a key at a time, everything in f32; returns f32, which is
//!          rounded here to the problem's dtype. Values as wide as keys.
#[path = "../../rust/src/attnref_backend.rs"]
mod attnref_backend;

use attnref_backend::{serve, Dtype, Hello, Problem, Refusal, Reply, Tensor};
use candle_core::{DType, Device, Tensor as Candle};
use candle_nn::attention::{flash_attn, AttnMask};
use half::{bf16, f16};

fn to_candle(t: &Tensor) -> candle_core::Result<Candle> {
    let shape = t.shape.as_slice();
    match t.dtype {
        Dtype::F64 => Candle::from_vec(t.f64s(), shape, &Device::Cpu),
        Dtype::F32 => Candle::from_vec(t.f32s(), shape, &Device::Cpu),
        Dtype::F16 => Candle::from_vec(t.halves().into_iter().map(f16::from_bits).collect(), shape, &Device::Cpu),
        Dtype::BF16 => Candle::from_vec(t.halves().into_iter().map(bf16::from_bits).collect(), shape, &Device::Cpu),
    }
}

fn of_candle(t: &Candle) -> candle_core::Result<Tensor> {
    let (shape, flat) = (t.dims().to_vec(), t.flatten_all()?);
    Ok(match t.dtype() {
        DType::F64 => Tensor::of_f64(&shape, &flat.to_vec1()?),
        DType::F32 => Tensor::of_f32(&shape, &flat.to_vec1()?),
        DType::F16 => {
            let bits: Vec<u16> = flat.to_vec1::<f16>()?.into_iter().map(f16::to_bits).collect();
            Tensor::of_halves(Dtype::F16, &shape, &bits)
        }
        DType::BF16 => {
            let bits: Vec<u16> = flat.to_vec1::<bf16>()?.into_iter().map(bf16::to_bits).collect();
            Tensor::of_halves(Dtype::BF16, &shape, &bits)
        }
        other => candle_core::bail!("unexpected dtype {other:?}"),
    })
}

fn operands(p: &Problem) -> candle_core::Result<(Candle, Candle, Candle)> {
    let of = |name: &str| to_candle(p.at(name));
    if !p.projected() {
        return Ok((of("q")?, of("k")?, of("v")?));
    }
    let x = of("x")?;
    Ok((x.matmul(&of("wq")?)?, x.matmul(&of("wk")?)?, x.matmul(&of("wv")?)?))
}

fn softmax(p: &Problem) -> Reply {
    let (q, k, v) = operands(p)?;
    let scores = (q.matmul(&k.t()?)? * p.scale)?;
    let weights = candle_nn::ops::softmax_last_dim(&scores)?;
    let output = weights.matmul(&v)?;
    let named = [("output", output), ("weights", weights), ("scores", scores), ("queries", q), ("keys", k), ("values", v)];
    named.iter().map(|(name, tensor)| Ok((*name, of_candle(tensor)?))).collect()
}

fn flash(p: &Problem) -> Reply {
    let of = |name: &str| to_candle(p.at(name))?.unsqueeze(0)?.unsqueeze(2); // batch, sequence, head, width
    let (q, k, v) = (of("q")?, of("k")?, of("v")?);
    let scale = p.scale as f32;
    let output = match q.dtype() {
        DType::F32 => flash_attn::<f32>(&q, &k, &v, scale, AttnMask::None, None, None)?,
        DType::F16 => flash_attn::<f16>(&q, &k, &v, scale, AttnMask::None, None, None)?,
        DType::BF16 => flash_attn::<bf16>(&q, &k, &v, scale, AttnMask::None, None, None)?,
        other => return Err(Refusal::Unsupported(format!("dtype {other:?}"))),
    };
    let output = output.squeeze(0)?.squeeze(0)?.to_dtype(q.dtype())?;
    Ok(vec![("output", of_candle(&output)?)])
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let kernel = arguments.get(1).map_or("softmax", String::as_str);
    let dtype = arguments.get(2).map(String::as_str);
    let version = "0.11.1"; // Cargo.toml pins it
    if kernel == "flash" {
        // no block of scores is narrower than f32, weights are not stored, and the output is rounded once
        let profile = match dtype {
            Some("f16") => r#"{"profile": "flash_f16", "stored_weights": null, "block": 1, "c_sub": 1}"#,
            Some("bf16") => r#"{"profile": "flash_bf16", "stored_weights": null, "block": 1, "c_sub": 1}"#,
            _ => r#"{"profile": "fp32_online", "block": 1, "c_sub": 1}"#,
        };
        let hello = Hello {
            name: "Candle flash",
            version,
            dtypes: dtype.unwrap_or("f32"),
            features: "scale",
            constraints: r#"{"t": {"least": 1}, "d_k": {"least": 1}, "d_v": "= d_k"}"#,
            profile,
            ..Hello::default()
        };
        return serve(&hello, flash);
    }
    let hello = Hello {
        name: "Candle softmax",
        version,
        dtypes: dtype.unwrap_or("f64,f32"),
        features: "projections,queries_keys_values,weights,scores,scale",
        constraints: r#"{"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}, "d_model": {"least": 1}}"#,
        profile: if dtype == Some("f16") { "f16_all" } else { "" },
        ..Hello::default()
    };
    serve(&hello, softmax)
}
