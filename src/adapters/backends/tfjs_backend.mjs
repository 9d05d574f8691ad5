// TensorFlow.js under Node on its backend cpu: NODE_PATH=.../node_modules node tfjs_backend.mjs. matMul, softmax, matMul, as its
// users write it. float32 is its only floating-point type.
import { createRequire } from "node:module";
import { serve } from "../node/attnref_backend.mjs";

const tf = createRequire(import.meta.url)("@tensorflow/tfjs");
await tf.setBackend("cpu");

const attend = p => tf.tidy(() => {
  const q = tf.tensor2d(p.q, [p.t, p.dk]), k = tf.tensor2d(p.k, [p.s, p.dk]), v = tf.tensor2d(p.v, [p.s, p.dv]);
  const scores = tf.matMul(q, k, false, true).mul(tf.scalar(p.scale));
  const weights = tf.softmax(scores, -1);
  const output = tf.matMul(weights, v);
  return { output: output.dataSync(), weights: weights.dataSync(), scores: scores.dataSync() };
});

serve(attend, { name: "TensorFlow.js cpu", version: tf.version.tfjs, dtypes: ["f32"], deterministic: true,
  features: ["weights", "scores", "scale"],
  constraints: { t: { least: 1 }, d_k: { least: 1 }, d_v: { least: 1 } } });
