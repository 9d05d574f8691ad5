// Puts a JavaScript function before attnref's laws, as a child process: attnref check --command "node mine.mjs".
//
//     import { serve } from "./attnref_backend.mjs";   // or its path
//     serve(p => ({ output, weights }), { name: "mine", features: ["weights", "scale"] });
//
// Documents (.safetensors, one after the other) come on standard input and go to standard output; docs/documents.md has
// them. What console.log prints after the import goes to standard error. Node 18 or newer, without packages. This is not a reader of
// .safetensors in general: it trusts what attnref writes.
import { readSync, writeSync } from "node:fs";

const ARRAY = { F64: Float64Array, F32: Float32Array, F16: Uint16Array, BF16: Uint16Array };
const TENSORS = new Set(["q", "k", "v", "x", "wq", "wk", "wv"]);
const DEFAULTS = { causal: "none", window: "none", softcap: "none", empty_row: "zero" };
const PLAIN_KEYS = new Set(["attnref", "kind", "scale", "outputs"]);

Object.defineProperty(process, "stdout", { get: () => process.stderr });  // from the import on, documents alone go to 1

/** attend may throw one: the answer is then `unsupported`. */
export class Unsupported extends Error {}

/**
 * Answers problems with attend(problem), which may be async, until the input ends.
 *
 * A problem has: dtype ("f64", "f32", "f16", "bf16"); t, s, dModel, dk, dv; scale (1/sqrt(dk) where scaleIsDefault);
 * outputs (names asked for); and row by row q (t x dk), k (s x dk), v (s x dv), or x (t x dModel), wq, wk (dModel x dk),
 * wv (dModel x dv), null where absent: Float64Array of f64, otherwise Float32Array, which holds f16 and bf16 exactly.
 *
 * attend returns an object of outputs (output t x dv, weights and scores t x s, lse t, queries, keys, values), or output
 * alone: typed arrays, or { data, shape }. Those not asked for are left out. Float32Array is rounded to f16 or bf16 (to
 * nearest, ties to even) where the problem is; otherwise an array is sent in its own dtype, right or wrong. An exception is
 * the answer `failed`, but that a lack of memory is `unsupported`. After `failed` attnref starts the program again.
 *
 * @param options name; version; dtypes (several, or one as a string); features, of: projections (takes x and its projections too), weights, lse, scores,
 *   queries_keys_values (what it can return beside output), scale (takes one that isn't the default); constraints: { dk: ... } as JSON has it, as
 *   { d_k: { among: [64, 128] }, t: { least: 1 }, d_v: "= d_k" }; deterministic; profile: a name or an object
 */
export async function serve(attend, { name, version, dtypes = ["f64", "f32"],
    features = ["weights", "scale"], constraints, deterministic = false, profile }) {
  const said = { name, version, dtypes: [dtypes].flat().join(","), features: [features].flat().join(","),
    constraints: constraints && JSON.stringify(constraints), deterministic: String(deterministic),
    profile: typeof profile === "object" ? JSON.stringify(profile) : profile };
  for (let document; (document = readDocument()) !== null;) {
    const kind = document.header.__metadata__?.kind;
    if (kind === "hello") send("hello", said);
    else if (kind === "problem") await answer(attend, document);
    else send("answer", { failed: `kind: expected hello or problem, found ${kind}` });
  }
}

async function answer(attend, document) {
  try {
    const problem = problemOf(document);
    const promise = attend(problem);
    const reply = promise instanceof Promise ? await promise : promise;
    if (typeof reply !== "object" || reply === null) {
      throw new Wrong(`attend: expected a typed array, or an object of them, found ${nameOf(reply)}`);
    }
    const outputs = ArrayBuffer.isView(reply) ? { output: reply } : reply;
    const asked = problem.outputs.filter(name => outputs[name] !== undefined);  // attnref says what is missing
    send("answer", {}, asked.map(name => tensorOf(name, outputs[name], problem)));
  } catch (error) {
    if (error instanceof Unsupported) send("answer", { unsupported: error.message });
    else if (isOutOfMemory(error)) send("answer", { unsupported: `out of memory: ${error.message}` });
    else send("answer", { failed: error instanceof Wrong ? error.message : reasonOf(error) });
  }
}

/** True for the errors of V8 ("Array buffer allocation failed"), WebAssembly, WebGPU and TensorFlow.js. */
function isOutOfMemory(error) {
  return /out of memory|allocation failed|could not allocate/i.test(error?.message ?? "");
}

/** What attend returns and attnref can't send. */
class Wrong extends Error {}

function nameOf(value) {
  return value?.constructor?.name ?? String(value);
}

/** "TypeError: what (mine.mjs, line 3)": the innermost line that is not this file's, a package's or Node's own. */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const frames = [...(error.stack ?? "").matchAll(/^ +at .*?\(?((?:file:|\/|[A-Z]:).*):(\d+):\d+\)?$/gm)];
  const own = frames.find(([, file]) => !/\/node_modules\/|\/attnref_backend\.mjs$/.test(file));
  const place = own ? ` (${own[1].split(/[\\/]/).pop()}, line ${own[2]})` : "";
  return `${error.name}: ${error.message}${place}`;
}

function problemOf({ header, data }) {
  const { __metadata__: metadata, ...entries } = header;
  for (const [key, value] of Object.entries(metadata)) {
    if (!PLAIN_KEYS.has(key) && value !== DEFAULTS[key]) throw new Unsupported(`${key} = ${value}`);
  }
  const p = { q: null, k: null, v: null, x: null, wq: null, wk: null, wv: null };
  let dtype;
  for (const [name, entry] of Object.entries(entries)) {
    if (!TENSORS.has(name)) throw new Unsupported(`tensor ${name}`);
    dtype = entry.dtype;
    if (!ARRAY[dtype]) throw new Unsupported(`dtype ${dtype}`);
    const [begin, end] = entry.data_offsets, size = ARRAY[dtype].BYTES_PER_ELEMENT;
    p[name] = widened(dtype, new ARRAY[dtype](data, begin, (end - begin) / size));
  }
  const shape = name => entries[name].shape;
  const [t, s] = p.x ? [shape("x")[0], shape("x")[0]] : [shape("q")[0], shape("k")[0]];
  const dModel = p.x ? shape("x")[1] : 0, dk = shape(p.x ? "wq" : "q")[1], dv = shape(p.x ? "wv" : "v")[1];
  const scaleIsDefault = (metadata.scale ?? "default") === "default";
  return Object.assign(p, { dtype: dtype.toLowerCase(), t, s, dModel, dk, dv, scaleIsDefault,
    scale: scaleIsDefault ? 1 / Math.sqrt(dk) : numberOf(metadata.scale),
    outputs: (metadata.outputs ?? "output,weights").split(",") });
}

/** A decimal or hexadecimal float. */
function numberOf(text) {
  const hex = /^(-?)0x([0-9a-f]+)\.?([0-9a-f]*)p([+-]?\d+)$/i.exec(text);
  if (!hex) return Number(text);
  const [, sign, whole, fraction, power] = hex;
  const exponent = Number(power) - 4 * fraction.length, half = Math.trunc(exponent / 2);
  return (sign ? -1 : 1) * (Number(`0x${whole}${fraction}`) * 2 ** half) * 2 ** (exponent - half);
}

// Narrow formats.

const bits = new Uint32Array(1), float = new Float32Array(bits.buffer);

function widened(dtype, array) {
  if (dtype === "BF16") return new Float32Array(Uint32Array.from(array, half => half << 16).buffer);
  return dtype === "F16" ? Float32Array.from(array, ofHalf) : array;
}

function ofHalf(half) {
  const sign = half & 0x8000 ? -1 : 1, exponent = half >> 10 & 31, mantissa = half & 1023;
  if (exponent === 31) return mantissa ? NaN : sign * Infinity;
  return sign * (exponent ? (1024 + mantissa) * 2 ** (exponent - 25) : mantissa * 2 ** -24);
}

function toBfloat(x) {
  float[0] = x;
  return x !== x ? 0x7fc0 : bits[0] + 0x7fff + (bits[0] >>> 16 & 1) >>> 16;
}

function toHalf(x) {
  if (x !== x) return 0x7e00;
  float[0] = x;
  const sign = bits[0] >>> 16 & 0x8000, magnitude = Math.abs(x);
  if (magnitude >= 65520) return sign | 0x7c00;
  const exponent = Math.max((bits[0] >>> 23 & 255) - 127, -14);  // the last place is 2^(exponent - 10)
  const places = magnitude * 2 ** (10 - exponent), whole = Math.floor(places), rest = places - whole;
  const rounded = whole + (rest > 0.5 || (rest === 0.5 && whole % 2) ? 1 : 0);
  return sign | (exponent + 14 << 10) + rounded;  // a carry into the exponent is right; below 1024 it is subnormal
}

function tensorOf(name, output, p) {
  const data = ArrayBuffer.isView(output) ? output : output?.data;
  if (!(data instanceof Float64Array || data instanceof Float32Array)) {
    throw new Wrong(`${name}: expected Float64Array or Float32Array, found ${nameOf(data ?? output)}`);
  }
  const usual = { output: [p.t, p.dv], weights: [p.t, p.s], scores: [p.t, p.s], lse: [p.t],
    queries: [p.t, p.dk], keys: [p.s, p.dk], values: [p.s, p.dv] }[name];
  const fits = usual.reduce((a, b) => a * b, 1) === data.length;
  const shape = output.shape ?? (fits ? usual : [data.length]);
  if (data instanceof Float64Array) return { name, shape, dtype: "F64", data };
  if (p.dtype === "f16") return { name, shape, dtype: "F16", data: Uint16Array.from(data, toHalf) };
  if (p.dtype === "bf16") return { name, shape, dtype: "BF16", data: Uint16Array.from(data, toBfloat) };
  return { name, shape, dtype: "F32", data };
}

// Documents. Reading waits for what attnref sends next, which comes only after the answer, so nothing else is kept from it.

const chunk = Buffer.allocUnsafe(1 << 16);
let begin = 0, end = 0;

const mostHeaderBytes = 4 << 20;

function readDocument() {
  const length = take(8);
  if (length === null) return null;
  let header = null, size = 0;
  try {
    const bytes = Number(new DataView(length.buffer).getBigUint64(0, true));
    const text = bytes <= mostHeaderBytes ? take(bytes) : new Uint8Array();
    if (text === null) return null;
    header = JSON.parse(new TextDecoder().decode(text));
    for (const [name, entry] of Object.entries(header)) {
      if (name !== "__metadata__") size = Math.max(size, entry.data_offsets[1]);
    }
  } catch {
    const found = JSON.stringify(Buffer.from(length).toString("latin1"));
    console.error(`attnref_backend: standard input: expected documents, as attnref check sends them, found ${found}`);
    process.exit(1);
  }
  const data = take(size);
  return data && { header, data: data.buffer };
}

/** The next bytes, in a buffer of their own (so that numbers in it are aligned); null at the end of the input. */
function take(count) {
  const bytes = new Uint8Array(count);
  let have = 0;
  while (have < count) {
    if (begin === end) {
      const left = count - have;
      const got = left > chunk.length ? readSome(bytes, have, left) : readSome(chunk, 0, chunk.length);
      if (got === 0) return null;
      if (left > chunk.length) { have += got; continue; }
      [begin, end] = [0, got];
    }
    const some = Math.min(end - begin, count - have);
    bytes.set(chunk.subarray(begin, begin + some), have);
    begin += some;
    have += some;
  }
  return bytes;
}

function readSome(buffer, offset, length) {
  for (;;) {
    try {
      return readSync(0, buffer, offset, length, null);
    } catch (error) {
      if (error.code === "EOF") return 0;  // Windows
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Words as UTF-8 can have them: a surrogate without its other half becomes its escape. */
function wellFormed(words) {
  return String(words).replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`);
}

function send(kind, metadata, tensors = []) {
  const header = { __metadata__: { attnref: "1", kind } };
  for (const [key, words] of Object.entries(metadata)) {
    if (words !== undefined) header.__metadata__[key] = wellFormed(words);
  }
  let size = 0;
  for (const { name, dtype, shape, data } of tensors) {
    header[name] = { dtype, shape, data_offsets: [size, size += data.byteLength] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const document = Buffer.allocUnsafe(8 + text.length + size);
  document.writeBigUInt64LE(BigInt(text.length));
  text.copy(document, 8);
  let at = 8 + text.length;
  for (const { data } of tensors) {
    document.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  for (let sent = 0; sent < document.length;) {
    try {
      sent += writeSync(1, document, sent, document.length - sent);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Where somebody made the pipe non-blocking: a millisecond. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
