//! Attention in plain Rust, f64, as an example: copy attnref_backend.rs beside your own main.rs.
mod attnref_backend;
use attnref_backend::{serve, Hello, Problem, Reply, Tensor};

fn attend(p: &Problem) -> Reply {
    let (q, k, v) = (p.at("q").f64s(), p.at("k").f64s(), p.at("v").f64s());
    let (t, s, d_k, d_v) = (p.at("q").rows(), p.at("k").rows(), p.at("k").columns(), p.at("v").columns());
    let (mut output, mut weights) = (vec![0.0; t * d_v], vec![0.0; t * s]);
    for i in 0..t {
        let row = &mut weights[i * s..(i + 1) * s];
        for (j, score) in row.iter_mut().enumerate() {
            *score = (0..d_k).map(|c| q[i * d_k + c] * k[j * d_k + c]).sum::<f64>() * p.scale;
        }
        // f64::max would drop a NaN
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, |a, b| if a > b || a.is_nan() { a } else { b });
        row.iter_mut().for_each(|score| *score = (*score - largest).exp());
        let total: f64 = row.iter().sum();
        row.iter_mut().for_each(|weight| *weight /= total);
        for c in 0..d_v {
            output[i * d_v + c] = (0..s).map(|j| row[j] * v[j * d_v + c]).sum();
        }
    }
    Ok(vec![("output", Tensor::of_f64(&[t, d_v], &output)), ("weights", Tensor::of_f64(&[t, s], &weights))])
}

fn main() -> std::io::Result<()> {
    let features = "weights,scale";
    serve(&Hello { name: "plain Rust", dtypes: "f64", features, deterministic: true, ..Hello::default() }, attend)
}
