// numbers.mjs PAGE NUMBERS ATTNREF COUNT: the page's WebAssembly against the native program, on random sentences:
// scores and weights bit for bit, marks, and for some sentences what `attnref show` prints.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moduleOf } from "./module.mjs";

const [page, numbers, attnref, count] = process.argv.slice(2);
const grid = await moduleOf(page);

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** What attnref_grid_numbers writes, piece by piece. */
class Reader {
  constructor(bytes) { this.bytes = bytes; this.at = 0; }
  take(length) { return this.bytes.subarray(this.at, (this.at += length)); }
  uint32() { return this.take(4).readUInt32LE(); }
  double() { return this.take(8).readDoubleLE(); }
  get done() { return this.at === this.bytes.length; }
}

function sameBits(what, sentence, here, native, size) {
  if (here.equals(native)) return;
  for (let n = 0; n < native.length; n += size) {
    const [a, b] = [here, native].map((bytes) => bytes.subarray(n, n + size).toString("hex"));
    if (a !== b) fail(`${what} ${n / size} of "${sentence}": expected ${b}, found ${a} (bytes, little-endian)`);
  }
}

function compare(sentence, projected, stretch, words, reader) {
  const found = grid.call("attend", grid.put(Buffer.from(sentence)), projected, stretch);
  if (found !== words) fail(`words of "${sentence}": expected ${words}, found ${found} ${grid.text("refusal")}`);
  const cells = words * words;
  for (const kind of ["scores", "weights"]) {
    sameBits(kind, sentence, grid.bytes(grid.call(kind), 8 * cells), reader.take(8 * cells), 8);
  }
  sameBits("marks", sentence, grid.bytes(grid.call("marks"), cells), reader.take(cells), 1);
}

/** The numbers of three decimals in the lines of a map that attnref show prints. */
function shown(sentence) {
  const lines = execFileSync(attnref, ["show", sentence], { encoding: "utf8", env: {} }).split("\n");
  const rows = lines.map((line) => [...line.matchAll(/ (\d\.\d{3})(?=\*?(?: |$))/g)].map((match) => match[1]));
  return rows;
}

function compareWithShow(sentence, words) {
  const maps = shown(sentence).filter((row) => row.length === words).slice(0, 2 * words);
  if (maps.length !== 2 * words) fail(`attnref show "${sentence}": expected ${2 * words} rows, found ${maps.length}`);
  for (const projected of [0, 1]) {
    grid.call("attend", grid.put(Buffer.from(sentence)), projected, 1);
    for (let i = 0; i < words; ++i) {
      for (let j = 0; j < words; ++j) {
        const [here, there] = [grid.text("cell", i, j), maps[projected * words + i][j]];
        if (here !== there) fail(`weight ${i}, ${j} of "${sentence}": attnref show prints ${there}, the page ${here}`);
      }
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "attnref-grid-"));
try {
  execFileSync(numbers, [join(folder, "numbers"), count, "1"]);
  const reader = new Reader(readFileSync(join(folder, "numbers")));
  let sentences = 0, cells = 0, longest = 0, printed = 0;
  while (!reader.done) {
    const sentence = reader.take(reader.uint32()).toString(), stretch = reader.double(), words = reader.uint32();
    if (sentences === Number(count)) {  // the stretched and edited ones begin
      for (const [projection, row, column, typed] of [[0, 9, 1, "-0.3"], [1, 12, 1, "1e-3"]]) {
        if (!grid.call("edit", grid.put(Buffer.from(typed)), projection, row, column)) fail(grid.text("refusal"));
      }
    }
    for (const projected of [0, 1]) compare(sentence, projected, stretch, words, reader);
    // Four words at least, since fewer numbers stand in other lines too; two dozen, so that no line is broken.
    if (sentences < Number(count) && words > 3 && words < 24 && printed < 40) {
      compareWithShow(sentence, words);
      ++printed;
    }
    sentences += 1;
    cells += 2 * words * words;
    longest = Math.max(longest, words);
  }
  const enough = sentences >= 1.1 * Number(count) && longest >= 100 && printed === 40;
  if (!enough) fail(`only ${sentences} sentences, the longest of ${longest} words`);
  console.log(`${sentences} sentences of up to ${longest} words: ${cells} scores and ${cells} weights ` +
    "are the native ones, bit for bit;");
  console.log(`attnref show prints the same of ${printed} of them.`);
} finally {
  rmSync(folder, { recursive: true });
}
