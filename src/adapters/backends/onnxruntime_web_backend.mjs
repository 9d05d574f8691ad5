// ONNX Runtime Web under Node, in WebAssembly: NODE_PATH=.../node_modules node onnxruntime_web_backend.mjs. The operator
// Attention of opset 23, a model per scale; scores are its fourth output in mode 0, weights in mode 3. The attribute `scale`
// is a float32 that must be positive. The exponential of its softmax (onnxruntime/core/mlas/lib/compute.cpp,
// MlasComputeSumExpVector) multiplies by a power of two whose exponent field is 0 below 2^-126: it gives 0 below about 0.7 of
// the smallest normal number. All else keeps subnormal numbers.
import { createRequire } from "node:module";
import { serve, Unsupported } from "../node/attnref_backend.mjs";

const require = createRequire(import.meta.url);
const ort = require("onnxruntime-web");
ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

// As much of protocol buffers as a model takes.
const varint = n => n < 128 ? [n] : [n & 127 | 128, ...varint(n >>> 7)];
const bytes = (field, content) => {
  const data = typeof content === "string" ? [...Buffer.from(content)] : content;
  return [...varint(field << 3 | 2), ...varint(data.length), ...data];
};
const integer = (field, n) => [...varint(field << 3), ...varint(n)];
const real = (field, x) => [...varint(field << 3 | 5), ...new Uint8Array(Float32Array.of(x).buffer)];

const FLOAT = 1, MODE = { scores: 0, weights: 3 };

/** The bytes of an ONNX model: Y, and S where there is a mode, from Q, K, V. No scale: the operator's default. */
function model(scale, mode) {
  const axes = name => bytes(2, ["b", "h", `rows of ${name}`, `columns of ${name}`].flatMap(axis => bytes(1, bytes(2, axis))));
  const info = name => [...bytes(1, name), ...bytes(2, bytes(1, [...integer(1, FLOAT), ...axes(name)]))];
  const names = mode === null ? ["Y"] : ["Y", "", "", "S"];
  const attributes = [
    ...(scale === null ? [] : bytes(5, [...bytes(1, "scale"), ...real(2, scale), ...integer(20, 1)])),
    ...(mode === null ? [] : bytes(5, [...bytes(1, "qk_matmul_output_mode"), ...integer(3, mode), ...integer(20, 2)]))];
  const node = [..."QKV"].flatMap(name => bytes(1, name)).concat(names.flatMap(name => bytes(2, name)),
    bytes(4, "Attention"), attributes);
  const graph = [...bytes(1, node), ...bytes(2, "attention"), ...[..."QKV"].flatMap(name => bytes(11, info(name))),
    ...names.filter(Boolean).flatMap(name => bytes(12, info(name)))];
  return Uint8Array.from([...integer(1, 10), ...bytes(7, graph), ...bytes(8, [...bytes(1, ""), ...integer(2, 23)])]);
}

const sessions = new Map();

async function session(scale, mode) {
  const key = `${scale},${mode}`;
  if (!sessions.has(key)) {
    if (sessions.size >= 50) {
      for (const old of sessions.values()) await old.release();
      sessions.clear();
    }
    sessions.set(key, await ort.InferenceSession.create(model(scale, mode), {
      executionProviders: ["wasm"], logSeverityLevel: 3 }));
  }
  return sessions.get(key);
}

async function attend(p) {
  if (!p.scaleIsDefault && !(Math.fround(p.scale) > 0)) throw new Unsupported("the operator's scale must be greater than 0");
  const tensor = (data, rows, columns) => new ort.Tensor("float32", data, [1, 1, rows, columns]);
  const inputs = { Q: tensor(p.q, p.t, p.dk), K: tensor(p.k, p.s, p.dk), V: tensor(p.v, p.s, p.dv) };
  const modes = p.outputs.filter(name => name in MODE), outputs = {};
  for (const name of modes.length ? modes : [null]) {
    const mode = name === null ? null : MODE[name];
    const answer = await (await session(p.scaleIsDefault ? null : p.scale, mode)).run(inputs);
    outputs.output = answer.Y.data;
    if (name !== null) outputs[name] = answer.S.data;
  }
  return outputs;
}

serve(attend, { name: "ONNX Runtime Web wasm", version: ort.env.versions.web ?? ort.env.versions.common, dtypes: ["f32"],
  profile: { profile: "f32", exp_flush: true },
  features: ["weights", "scores", "scale"],
  constraints: { t: { least: 1 }, d_k: { least: 1 }, d_v: { least: 1 } } });
