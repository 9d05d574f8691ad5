// The page's WebAssembly, from its module.js as it lies there, under Node.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export async function moduleOf(page) {
  const [, packed] = /"([A-Za-z0-9+/=]+)"/.exec(readFileSync(`${page}/module.js`, "ascii"));
  const { instance } = await WebAssembly.instantiate(gunzipSync(Buffer.from(packed, "base64")), {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: { proc_exit() {} },
  });
  const c = instance.exports;
  c._initialize();
  const call = (name, ...values) => c[`attnref_grid_${name}`](...values);
  const text = (name, ...values) => {
    const rest = new Uint8Array(c.memory.buffer, call(name, ...values));
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  };
  const put = (bytes) => {
    new Uint8Array(c.memory.buffer, call("input", bytes.length), bytes.length).set(bytes);
    return bytes.length;
  };
  return { call, text, put, bytes: (at, count) => Buffer.from(c.memory.buffer, at, count) };
}
