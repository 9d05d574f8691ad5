// Attention in plain JavaScript, in double, as an example: attnref check --command "node plain_backend.mjs".
// The module is in the folder that `check --command` names; without it, in the folder that `attnref example folder` prints.
const { serve } = await import(`${process.env.ATTNREF_HELPERS ?? ".."}/node/attnref_backend.mjs`);

function attend({ q, k, v, t, s, dk, dv, scale }) {
  const output = new Float64Array(t * dv), weights = new Float64Array(t * s);
  for (let i = 0; i < t; i++) {
    const row = weights.subarray(i * s, (i + 1) * s);
    for (let j = 0; j < s; j++) {
      for (let c = 0; c < dk; c++) row[j] += q[i * dk + c] * k[j * dk + c];
      row[j] *= scale;
    }
    const largest = Math.max(...row);
    const total = row.reduce((sum, score, j) => sum + (row[j] = Math.exp(score - largest)), 0);
    for (let j = 0; j < s; j++) {
      row[j] /= total;
      for (let c = 0; c < dv; c++) output[i * dv + c] += row[j] * v[j * dv + c];
    }
  }
  return { output, weights };
}

serve(attend, { name: "plain JavaScript", version: process.version, dtypes: ["f64"] });
