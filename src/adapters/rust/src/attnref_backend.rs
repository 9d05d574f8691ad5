//! Puts a Rust function before attnref's laws, as a child process: copy this file, it needs std alone.
//!
//!     serve(&Hello { name: "mine", dtypes: "f64,f32", features: "weights,scale", ..Hello::default() },
//!           |problem| Ok(vec![("output", Tensor::of_f64(&[t, d_v], &y))]))
//!
//! Documents (.safetensors, one after the other) come on standard input and go to standard output; docs/documents.md has
//! them. What the function prints goes to standard error. This is not a reader of .safetensors in general: it trusts
//! what attnref writes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// What a backend says of itself. Empty: not said. `features`, of: projections (takes x and its projections too), weights,
/// lse, scores, queries_keys_values (what it can return beside the output), scale (takes one that isn't the default). `constraints` and `profile` are JSON, a profile also a name.
#[derive(Clone, Debug, Default)]
pub struct Hello<'a> {
    pub name: &'a str,
    pub version: &'a str,
    pub dtypes: &'a str,
    pub features: &'a str,
    pub constraints: &'a str,
    pub profile: &'a str,
    pub deterministic: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    F64,
    F32,
    F16,
    BF16,
}

/// Numbers with a shape, little-endian, row by row.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

/// One attention to compute: Y = A V, A = softmax by rows of scale Q K^T.
#[derive(Debug)]
#[allow(dead_code)] // a backend need not use all
pub struct Problem {
    /// Either q (T x d_k), k (S x d_k), v (S x d_v), or x (T x d_model), wq, wk (d_model x d_k), wv (d_model x d_v).
    pub tensors: BTreeMap<String, Tensor>,
    /// As given, or 1/sqrt(d_k) where it is the default.
    pub scale: f64,
    pub scale_is_default: bool,
    /// Names asked for, of: output, weights, lse, scores, queries, keys, values.
    pub outputs: Vec<String>,
    pub dtype: Dtype,
}

/// Why there is no answer.
#[derive(Debug)]
#[allow(dead_code)] // a backend need not say both
pub enum Refusal {
    Unsupported(String),
    Failed(String),
}

pub type Reply = Result<Vec<(&'static str, Tensor)>, Refusal>;

/// `?` on any library's error makes it the answer `failed`; `unsupported` where memory ran out.
impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        refusal(error.to_string())
    }
}

fn refusal(reason: String) -> Refusal {
    let words = reason.to_lowercase();
    if words.contains("out of memory") || words.contains("out_of_memory") || words.contains("memory allocation failed") {
        return Refusal::Unsupported(format!("out of memory: {reason}"));
    }
    Refusal::Failed(reason)
}

/// Answers problems until the input ends. A panic is the answer `failed`, after which attnref starts the program again;
/// `unsupported` where memory ran out. Outputs not asked for are left out.
pub fn serve(hello: &Hello, attend: impl Fn(&Problem) -> Reply) -> io::Result<()> {
    let (mut documents, mut answers) = standard_streams()?;
    while let Some((json, data)) = read_document(&mut documents)? {
        let answer = match json.metadata("kind") {
            Some("hello") => head("hello", &said(hello), &[]),
            Some("problem") => answer(&json, &data, &attend),
            kind => failed(&format!("kind: expected hello or problem, found {kind:?}")),
        };
        answers.write_all(&answer)?;
        answers.flush()?;
    }
    Ok(())
}

#[allow(dead_code)] // a backend need not use all
impl Problem {
    /// The tensor of that name, where the problem has it.
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.tensors.get(name)
    }
    /// The tensor of that name. Panics, which is the answer `failed`, where there is none.
    pub fn at(&self, name: &str) -> &Tensor {
        self.get(name).unwrap_or_else(|| panic!("the problem has no tensor {name}"))
    }
    pub fn projected(&self) -> bool {
        self.tensors.contains_key("x")
    }
    pub fn asks(&self, output: &str) -> bool {
        self.outputs.iter().any(|name| name == output)
    }
}

#[allow(dead_code)]
impl Tensor {
    pub fn of_f64(shape: &[usize], values: &[f64]) -> Tensor {
        Tensor::of(Dtype::F64, shape, values.iter().flat_map(|x| x.to_le_bytes()).collect())
    }
    pub fn of_f32(shape: &[usize], values: &[f32]) -> Tensor {
        Tensor::of(Dtype::F32, shape, values.iter().flat_map(|x| x.to_le_bytes()).collect())
    }
    /// Of f16 or bf16, by their bits.
    pub fn of_halves(dtype: Dtype, shape: &[usize], bits: &[u16]) -> Tensor {
        Tensor::of(dtype, shape, bits.iter().flat_map(|x| x.to_le_bytes()).collect())
    }
    /// The numbers of an F64 tensor.
    pub fn f64s(&self) -> Vec<f64> {
        assert_eq!(self.dtype, Dtype::F64);
        self.bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
    }
    /// The numbers of an F32 tensor.
    pub fn f32s(&self) -> Vec<f32> {
        assert_eq!(self.dtype, Dtype::F32);
        self.bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
    }
    /// The bits of an F16 or BF16 tensor.
    pub fn halves(&self) -> Vec<u16> {
        assert!(matches!(self.dtype, Dtype::F16 | Dtype::BF16));
        self.bytes.chunks_exact(2).map(|b| u16::from_le_bytes(b.try_into().unwrap())).collect()
    }
    pub fn rows(&self) -> usize {
        self.shape[0]
    }
    pub fn columns(&self) -> usize {
        self.shape[1]
    }
    fn of(dtype: Dtype, shape: &[usize], bytes: Vec<u8>) -> Tensor {
        Tensor { dtype, shape: shape.to_vec(), bytes }
    }
}

impl Dtype {
    const ALL: [(Dtype, &'static str); 4] =
        [(Dtype::F64, "F64"), (Dtype::F32, "F32"), (Dtype::F16, "F16"), (Dtype::BF16, "BF16")];
    fn name(self) -> &'static str {
        Dtype::ALL.iter().find(|(dtype, _)| *dtype == self).unwrap().1
    }
    fn named(text: &str) -> Option<Dtype> {
        Dtype::ALL.iter().find(|(_, name)| *name == text).map(|(dtype, _)| *dtype)
    }
}

// Answers.

fn said(hello: &Hello) -> Vec<(&'static str, String)> {
    let deterministic = if hello.deterministic { "true" } else { "false" };
    [
        ("name", hello.name),
        ("version", hello.version),
        ("dtypes", hello.dtypes),
        ("features", hello.features),
        ("constraints", hello.constraints),
        ("profile", hello.profile),
        ("deterministic", deterministic),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(key, value)| (key, value.to_string()))
    .collect()
}

fn answer(json: &Json, data: &[u8], attend: &impl Fn(&Problem) -> Reply) -> Vec<u8> {
    let problem = match read_problem(json, data) {
        Ok(problem) => problem,
        Err(reason) => return head("answer", &[("unsupported", reason)], &[]),
    };
    let reply = catch_unwind(AssertUnwindSafe(|| attend(&problem))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(refusal(words.unwrap_or("panic").to_string()))
    });
    match reply {
        Ok(outputs) => {
            let asked: Vec<_> = outputs.iter().filter(|(name, _)| problem.asks(name)).map(|(n, t)| (*n, t)).collect();
            let mut document = head("answer", &[], &asked);
            asked.iter().for_each(|(_, tensor)| document.extend_from_slice(&tensor.bytes));
            document
        }
        Err(Refusal::Unsupported(reason)) => head("answer", &[("unsupported", reason)], &[]),
        Err(Refusal::Failed(reason)) => failed(&reason),
    }
}

fn failed(reason: &str) -> Vec<u8> {
    head("answer", &[("failed", reason.to_string())], &[])
}

/// Length and JSON of a document; the tensors' bytes follow it.
fn head(kind: &str, metadata: &[(&str, String)], tensors: &[(&str, &Tensor)]) -> Vec<u8> {
    let mut json = format!(r#"{{"__metadata__":{{"attnref":"1","kind":"{kind}""#);
    for (key, value) in metadata {
        write!(json, r#","{key}":{}"#, quoted(value)).unwrap();
    }
    json.push('}');
    let mut end = 0;
    for (name, tensor) in tensors {
        let begin = end;
        end += tensor.bytes.len();
        let (dtype, shape) = (tensor.dtype.name(), &tensor.shape);
        write!(json, r#","{name}":{{"dtype":"{dtype}","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#).unwrap();
    }
    json.push('}');
    let mut document = (json.len() as u64).to_le_bytes().to_vec();
    document.extend_from_slice(json.as_bytes());
    document
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32).unwrap(),
            c => out.push(c),
        }
    }
    out + "\""
}

// Problems.

fn read_problem(json: &Json, data: &[u8]) -> Result<Problem, String> {
    let known = ["attnref", "kind", "scale", "outputs"];
    let defaults = [("causal", "none"), ("window", "none"), ("softcap", "none"), ("empty_row", "zero")];
    let mut tensors = BTreeMap::new();
    for (name, entry) in json.object() {
        if name == "__metadata__" {
            for (key, value) in entry.object() {
                if !known.contains(&key.as_str()) && !defaults.contains(&(key, value.text())) {
                    return Err(format!("{key} = {}", value.text()));
                }
            }
        } else if ["q", "k", "v", "x", "wq", "wk", "wv"].contains(&name.as_str()) {
            tensors.insert(name.clone(), read_tensor(entry, data)?);
        } else {
            return Err(format!("tensor {name}"));
        }
    }
    let queries = tensors.get("q").or(tensors.get("wq")).ok_or("no queries")?;
    let (dtype, d_k) = (queries.dtype, queries.columns());
    let scale = json.metadata("scale").unwrap_or("default");
    let scale_is_default = scale == "default";
    let outputs = json.metadata("outputs").unwrap_or("output,weights").split(',').map(str::to_string).collect();
    let scale = if scale_is_default { 1.0 / (d_k as f64).sqrt() } else { number(scale).ok_or("scale")? };
    Ok(Problem { tensors, scale, scale_is_default, outputs, dtype })
}

fn read_tensor(entry: &Json, data: &[u8]) -> Result<Tensor, String> {
    let dtype = Dtype::named(entry.at("dtype").text()).ok_or_else(|| format!("dtype {}", entry.at("dtype").text()))?;
    let offsets = entry.at("data_offsets").sizes();
    Ok(Tensor::of(dtype, &entry.at("shape").sizes(), data[offsets[0]..offsets[1]].to_vec()))
}

/// A decimal or hexadecimal (0x1.8p-3) float. Hexadecimal ones have at most 53 bits, as attnref writes them.
fn number(text: &str) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let Some(hex) = digits.strip_prefix("0x") else { return text.parse().ok() };
    let (mantissa, exponent) = hex.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()? - 4 * fraction.len() as i32;
    let half = exponent / 2; // two factors, so that neither leaves the range where the product does not
    Some(sign * (bits as f64 * 2f64.powi(half)) * 2f64.powi(exponent - half))
}

// Documents.

fn read_document(input: &mut impl Read) -> io::Result<Option<(Json, Vec<u8>)>> {
    let mut length = [0; 8];
    if input.read_exact(&mut length).is_err() {
        return Ok(None); // the end
    }
    let mut text = vec![0; u64::from_le_bytes(length) as usize];
    input.read_exact(&mut text)?;
    let json = Parser { text: &text, at: 0 }.value();
    let end = json.object().iter().filter(|(name, _)| name != "__metadata__");
    let end = end.map(|(_, entry)| entry.at("data_offsets").sizes()[1]).max().unwrap_or(0);
    let mut data = vec![0; end];
    input.read_exact(&mut data)?;
    Ok(Some((json, data)))
}

/// Standard input and output for documents alone; where it can be done, what is printed goes to standard error.
#[cfg(unix)]
fn standard_streams() -> io::Result<(impl Read, impl Write)> {
    use std::os::fd::AsFd;
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32; // std has no name for it, but is linked with it
    }
    let answers = std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?);
    if unsafe { dup2(2, 1) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok((BufReader::new(io::stdin()), answers))
}

#[cfg(not(unix))]
fn standard_streams() -> io::Result<(impl Read, impl Write)> {
    Ok((BufReader::new(io::stdin()), io::stdout()))
}

// As much of JSON as headers have.

enum Json {
    Text(String),
    Number(usize),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn object(&self) -> &[(String, Json)] {
        if let Json::Object(entries) = self { entries } else { &[] }
    }
    fn at(&self, key: &str) -> &Json {
        &self.object().iter().find(|(name, _)| name == key).unwrap_or_else(|| panic!("no {key} in a header")).1
    }
    fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }
    fn sizes(&self) -> Vec<usize> {
        let Json::Array(items) = self else { return vec![] };
        items.iter().map(|item| if let Json::Number(n) = item { *n } else { 0 }).collect()
    }
    fn metadata(&self, key: &str) -> Option<&str> {
        let (_, metadata) = self.object().iter().find(|(name, _)| name == "__metadata__")?;
        metadata.object().iter().find(|(name, _)| name == key).map(|(_, value)| value.text())
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn value(&mut self) -> Json {
        match self.next() {
            b'{' => Json::Object(self.items(b'}', |p| {
                p.next();
                let key = p.string();
                p.next(); // the colon
                (key, p.value())
            })),
            b'[' => Json::Array(self.items(b']', Parser::value)),
            b'"' => Json::Text(self.string()),
            digit => {
                let mut number = (digit - b'0') as usize;
                while self.text[self.at].is_ascii_digit() {
                    number = number * 10 + (self.text[self.at] - b'0') as usize;
                    self.at += 1;
                }
                Json::Number(number)
            }
        }
    }
    /// The next character that is no white space, taken.
    fn next(&mut self) -> u8 {
        while self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.at += 1;
        self.text[self.at - 1]
    }
    fn items<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = vec![];
        if self.next() == close {
            return all;
        }
        self.at -= 1;
        loop {
            all.push(item(self));
            if self.next() == close {
                return all;
            }
        }
    }
    /// What is left of a string after its opening quote.
    fn string(&mut self) -> String {
        let mut bytes = vec![];
        loop {
            let c = self.text[self.at];
            self.at += 1;
            match c {
                b'"' => return String::from_utf8_lossy(&bytes).into_owned(),
                b'\\' => {
                    let escaped = self.text[self.at];
                    self.at += 1;
                    match escaped {
                        b'n' => bytes.push(b'\n'),
                        b't' => bytes.push(b'\t'),
                        b'u' => {
                            let code = std::str::from_utf8(&self.text[self.at..self.at + 4]).unwrap_or("");
                            let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).unwrap_or('?');
                            bytes.extend(code.to_string().bytes());
                            self.at += 4;
                        }
                        other => bytes.push(other),
                    }
                }
                c => bytes.push(c),
            }
        }
    }
}
