// The grid, live. C++ computes (src/grid/functions.h, in module.js); this puts its numbers and words on the page, and
// has no mathematics of its own. Words that were typed reach the page as text, never as markup.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);

  // ---- the door to C++

  let module;
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  /** Starts the module that module.js holds. */
  async function start() {
    const packed = Uint8Array.from(atob(attnrefModule), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: { proc_exit() {} },
    });
    module = instance.exports;
    module._initialize();
  }

  const call = (name, ...values) => module[`attnref_grid_${name}`](...values);
  const bytesAt = (at, count) => new Uint8Array(module.memory.buffer, at, count);

  /** Text that goes in; returns its length. */
  function put(text) {
    const bytes = encoder.encode(text);
    bytesAt(call("input", bytes.length), bytes.length).set(bytes);
    return bytes.length;
  }

  /** Text that comes out of a function. */
  function text(name, ...values) {
    const rest = new Uint8Array(module.memory.buffer, call(name, ...values));
    return decoder.decode(rest.subarray(0, rest.indexOf(0)));
  }

  const attend = (sentence, projected, stretch) => call("attend", put(sentence), projected ? 1 : 0, stretch);

  // ---- whether C++ computes here what it computes natively

  /** How many of the doubles at `at` have other bits than those that the native program stored. */
  function differing(at, stored) {
    const bits = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0));
    const here = bytesAt(at, bits.length);
    let count = 0;
    for (let begin = 0; begin < bits.length; begin += 8) {
      if (bits.subarray(begin, begin + 8).some((byte, n) => byte !== here[begin + n])) ++count;
    }
    return { count, of: bits.length / 8 };
  }

  function compareWithNative() {
    const found = { scores: { count: 0, of: 0 }, weights: { count: 0, of: 0 } };
    for (const stored of attnrefNative) {
      attend(stored.sentence, stored.projected, stored.stretch);
      for (const kind of ["scores", "weights"]) {
        const { count, of } = differing(call(kind), stored[kind]);
        found[kind].count += count;
        found[kind].of += of;
      }
    }
    const { scores, weights } = found;
    const differ = scores.count + weights.count > 0;
    byId("bits").classList.toggle("differ", differ);
    byId("bits").textContent = differ
      ? `In this browser ${scores.count} of ${scores.of} scores and ${weights.count} of ${weights.of} weights ` +
        "differ from the native program’s."
      : `Compared just now, in this browser: ${scores.of} scores of ${attnrefNative.length} grids equal the native ` +
        `program’s, bit for bit, and so do their ${weights.of} weights.`;
  }

  // ---- the map

  const roomyUpTo = 14;
  const cellSize = 24;
  const scroller = byId("scroll"), sizer = byId("sizer");

  const state = { projected: false, stretch: 1, count: 0, row: 0, column: 0 };
  /** What is drawn: the words and the rectangle of cells; the elements, by [row][column] within it. */
  let drawn = { key: null, top: 0, left: 0, rows: 0, columns: 0, cells: [], rowHeads: [], columnHeads: [] };

  const isCompact = () => state.count > roomyUpTo;

  /** The room that the whole of a compact map takes, so that the figure scrolls. */
  function makeRoom() {
    const { head, side } = margins();
    const whole = (names) => names + cellSize * state.count;
    // Where not all of it fits, a cell more: scrolled to the end, the last is whole.
    sizer.style.width = isCompact() ? `${whole(side) + (whole(side) > scroller.clientWidth - 6 ? cellSize : 0)}px` : "";
    sizer.style.height = isCompact() ? `${whole(head)}px` : "";
    if (isCompact() && whole(head) > scroller.clientHeight - 6) sizer.style.height = `${whole(head) + cellSize}px`;
  }

  /** The rectangle of cells that is to be drawn: all, or what fits where the reader has scrolled. */
  function wanted() {
    const { count } = state;
    if (!isCompact()) return { top: 0, left: 0, rows: count, columns: count };
    const { head, side } = margins();
    const fit = (room) => Math.max(1, Math.min(count, Math.floor(room / cellSize)));
    const rows = fit(scroller.clientHeight - 6 - head), columns = fit(scroller.clientWidth - 6 - side);
    const first = (scrolled, shown) => Math.max(0, Math.min(count - shown, Math.round(scrolled / cellSize)));
    return { top: first(scroller.scrollTop, rows), left: first(scroller.scrollLeft, columns), rows, columns };
  }

  /** The room that names take in a compact map (grid.css has the same). */
  const margins = () => ({ head: 112, side: matchMedia("(max-width: 36rem)").matches ? 80 : 112 });

  function element(name, properties, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in made && key !== "role") made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  function head(word, scope) {
    const name = text("word", word);
    const isUpright = scope === "col" && isCompact();
    const made = element("th", { scope, dir: "auto", title: name }, isUpright ? element("span", {}, name) : name);
    made.setAttribute("aria-" + (scope === "col" ? "colindex" : "rowindex"), word + 2);
    return made;
  }

  /** Makes the elements for a rectangle of cells. */
  function draw(rectangle) {
    const { top, left, rows, columns } = rectangle;
    const columnHeads = Array.from({ length: columns }, (_, j) => head(left + j, "col"));
    const rowHeads = Array.from({ length: rows }, (_, i) => head(top + i, "row"));
    const cells = rowHeads.map((_, i) => columnHeads.map((_, j) => {
      const cell = document.createElement("td");
      cell.place = [top + i, left + j];
      return cell;
    }));
    rowHeads.forEach((made, i) => { made.place = [top + i, -1]; });
    const table = element("table", { className: isCompact() ? "map compact" : "map", role: "grid",
      "aria-label": "Weights: rows ask, columns answer",
      "aria-rowcount": state.count + 1, "aria-colcount": state.count + 1 },
      element("thead", {}, element("tr", {}, element("td", {}), ...columnHeads)),
      element("tbody", {}, ...rowHeads.map((made, i) => element("tr", {}, made, ...cells[i]))));
    sizer.replaceChildren(table);
    drawn = { ...rectangle, cells, rowHeads, columnHeads };
  }

  /** Colours, marks, numbers and what is read aloud, for the cells that are drawn. */
  function paint() {
    const { count } = state;
    const levels = bytesAt(call("levels"), count * count).slice();
    const marks = bytesAt(call("marks"), count * count).slice();
    const rowNames = drawn.rowHeads.map((made) => made.title);
    const columnNames = drawn.columnHeads.map((made) => made.title);
    const said = ["", ", largest of its row", ", alike throughout its row"];
    drawn.cells.forEach((cells, i) => cells.forEach((cell, j) => {
      const [row, column] = cell.place;
      const mark = marks[row * count + column], weight = text("cell", row, column);
      cell.className = `l${levels[row * count + column]}${["", " m", " m alike"][mark]}`;
      if (cell.textContent !== weight) cell.textContent = weight;
      cell.setAttribute("aria-label", `${rowNames[i]} asks ${columnNames[j]}: ${weight}${said[mark]}`);
    }));
    point(state.row, state.column);
  }

  function drawAndPaint() {
    const rectangle = wanted();
    const words = Array.from({ length: state.count }, (_, word) => text("word", word)).join("\n");
    const key = JSON.stringify([rectangle, words, isCompact() && margins().side]);
    if (key !== drawn.key) {
      const focused = sizer.contains(document.activeElement);
      draw(rectangle);
      drawn.key = key;
      paint();
      if (focused) elementAt(state.row, state.column)?.focus({ preventScroll: true });
    } else {
      paint();
    }
  }

  // ---- the cell that is looked at

  const elementAt = (row, column) =>
    column < 0 ? drawn.rowHeads[row - drawn.top] : drawn.cells[row - drawn.top]?.[column - drawn.left];

  /** The place that Tab comes to, and whose story is told when the mouse is elsewhere. */
  function point(row, column) {
    state.row = Math.max(0, Math.min(state.count - 1, row));
    state.column = Math.max(-1, Math.min(state.count - 1, column));
    for (const made of [...drawn.rowHeads, ...drawn.cells.flat()]) made.tabIndex = -1;
    const made = elementAt(state.row, state.column) ?? drawn.cells[0][0];
    made.tabIndex = 0;
    made.setAttribute("aria-describedby", "terms row-story");
    tell(state.row, state.column);
  }

  function bdi(word) { return element("bdi", {}, text("word", word)); }

  function tellPair(row, column) {
    const arrow = element("span", { className: "arrow" }, "→");
    byId("pair").replaceChildren(...(column < 0
      ? [bdi(row)]
      : [element("b", {}, text("cell", row, column)), bdi(row), " ", arrow, " ",
        row === column ? "itself" : bdi(column)]));
  }

  function termElements(row, column) {
    const lines = text("cell_story", row, column).split("\n").filter((line) => line !== "");
    return lines.flatMap((line, n) => {
      const [what, much] = line.split("\t");
      const className = n === lines.length - 1 ? "softmax" : n === lines.length - 2 ? "sum" : "term";
      return [element("dt", { className }, what), element("dd", { className }, much)];
    });
  }

  /** Where a cell comes from, and what its row looks at; of a row's name only the latter. */
  function tell(row, column) {
    tellPair(row, column);
    byId("terms").replaceChildren(...(column < 0 ? [] : termElements(row, column)));
    byId("row-story").textContent = text("row_story", row);
    byId("story").classList.add("told");
    for (const marked of sizer.querySelectorAll(".at")) marked.classList.remove("at");
    elementAt(row, column)?.classList.add("at");
    drawn.rowHeads[row - drawn.top]?.classList.add("at");
    if (column >= 0) drawn.columnHeads[column - drawn.left]?.classList.add("at");
  }

  /** Scrolls so that a place of a compact map is drawn. */
  function show(row, column) {
    if (!isCompact()) return;
    const { top, left, rows, columns } = drawn;
    if (row < top) scroller.scrollTop = row * cellSize;
    if (row >= top + rows) scroller.scrollTop = (row - rows + 1) * cellSize;
    if (column >= 0 && column < left) scroller.scrollLeft = column * cellSize;
    if (column >= left + columns) scroller.scrollLeft = (column - columns + 1) * cellSize;
    drawAndPaint();
  }

  function moveTo(row, column) {
    const clamped = [Math.max(0, Math.min(state.count - 1, row)), Math.max(-1, Math.min(state.count - 1, column))];
    [state.row, state.column] = clamped;
    show(...clamped);
    point(...clamped);
    const made = elementAt(...clamped);
    made?.focus({ preventScroll: isCompact() });
    if (!isCompact()) made?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function move(event) {
    const { row, column, count } = state;
    const whole = event.ctrlKey || event.metaKey;
    const places = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      PageUp: [row - 10, column], PageDown: [row + 10, column],
      Home: [whole ? 0 : row, whole ? 0 : -1], End: [whole ? count - 1 : row, count - 1],
    };
    if (!(event.key in places) || event.altKey || !sizer.contains(event.target)) return;
    event.preventDefault();
    moveTo(...places[event.key]);
  }

  const placeOf = (target) => target.closest?.("td, th")?.place;

  function listenToMap() {
    scroller.addEventListener("keydown", move);
    scroller.addEventListener("mouseover", (event) => {
      const place = placeOf(event.target);
      if (place) tell(...place);
    });
    scroller.addEventListener("mouseleave", () => tell(state.row, state.column));
    scroller.addEventListener("click", (event) => {
      const place = placeOf(event.target);
      if (place) moveTo(...place);
    });
    let waiting = false;
    const later = () => {
      if (waiting || !isCompact()) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        if (!isCompact()) return;
        makeRoom();
        drawAndPaint();
      });
    };
    scroller.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
  }

  // ---- what can be changed

  function refuse(why) {
    byId("the-grid").classList.toggle("refused", why !== "");
    byId("refusal").textContent = why;
    byId("sentence").setAttribute("aria-invalid", String(why !== ""));
  }

  function render() {
    const count = attend(byId("sentence").value, state.projected, state.stretch);
    refuse(text("refusal"));
    if (count === 0) return;
    if (count !== state.count) {
      state.count = count;
      state.row = Math.min(state.row, count - 1);
      state.column = Math.min(state.column, count - 1);
      if (!isCompact()) scroller.scrollTo(0, 0);
    }
    byId("summary").textContent = text("summary");
    makeRoom();
    drawAndPaint();
  }

  function listenToControls() {
    byId("sentence").addEventListener("input", render);
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    for (const choice of document.querySelectorAll("[name=projections]")) {
      choice.addEventListener("change", () => {
        state.projected = byId("on").checked;
        render();
      });
    }
    byId("stretch").addEventListener("input", () => {
      state.stretch = byId("stretch").valueAsNumber;
      byId("r").textContent = byId("stretch").value;
      render();
    });
  }

  // ---- the projections' numbers

  const projectionNames = ["Q", "K", "V"];

  function edit(field, which, row, column) {
    const taken = call("edit", put(field.value.trim()), which, row, column);
    byId("edit-refusal").textContent = text("refusal");
    field.setAttribute("aria-invalid", String(!taken));
    if (!taken) return;
    showEntry(field, which, row, column);
    render();
  }

  function showEntry(field, which, row, column) {
    field.value = text("entry", which, row, column);
    field.classList.toggle("zero", field.value === "0");
    field.setAttribute("aria-invalid", "false");
  }

  function matrix(which) {
    const columns = Array.from({ length: call("columns", which) }, (_, column) => column);
    const rows = [];
    for (let row = 0; text("coordinate", row) !== ""; ++row) {
      const name = text("coordinate", row);
      rows.push(element("tr", {}, element("th", { scope: "row" }, name), ...columns.map((column) => {
        const label = `W ${projectionNames[which]}, ${name}, column ${column + 1}`;
        const field = element("input", { inputMode: "decimal", "aria-label": label });
        showEntry(field, which, row, column);
        field.addEventListener("change", () => edit(field, which, row, column));
        return element("td", {}, field);
      })));
    }
    const heads = columns.map((column) => element("th", { scope: "col" }, String(column + 1)));
    return element("div", {}, element("table", {},
      element("caption", {}, "W", element("sup", {}, projectionNames[which])),
      element("thead", {}, element("tr", {}, element("td", {}), ...heads)), element("tbody", {}, ...rows)));
  }

  function listenToProjections() {
    const fill = () => byId("matrices").replaceChildren(...projectionNames.map((_, which) => matrix(which)));
    byId("projections").addEventListener("toggle", () => {
      if (byId("projections").open && !byId("matrices").firstChild) fill();
    });
    byId("reset").addEventListener("click", () => {
      call("reset");
      byId("edit-refusal").textContent = "";
      fill();
      render();
    });
  }

  // ---- the programs

  /** Shows what a program prints, a line an element, those marked that weren't there before. */
  function print(pre, printed) {
    if (pre.textContent === printed) return;
    const before = pre.textContent.split("\n");
    pre.replaceChildren(...printed.trimEnd().split("\n").map((line, n) =>
      element("span", { className: line === before[n] ? "" : "changed" }, line + "\n")));
  }

  function run(form) {
    const field = (name) => (form.elements[name]?.value ?? "").replace(/\n/g, " ");
    const fields = ["t", "d_model", "d_k", "d_v", "seed"].map(field).join("\n");
    const printed = text("program", put(fields), Number(form.dataset.program));
    const article = form.closest("article");
    article.querySelector(".refusal").textContent = text("refusal");
    if (text("refusal") === "") print(article.querySelector("pre"), printed);
  }

  function listenToPrograms() {
    for (const form of document.querySelectorAll("form[data-program]")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        run(form);
      });
      form.addEventListener("change", () => run(form));
    }
  }

  // ---- begin

  async function begin() {
    await start();
    compareWithNative();
    // The cell that the page is about, if the sentence is still the page's own.
    state.row = 5;
    state.column = 1;
    state.projected = byId("on").checked;
    state.stretch = byId("stretch").valueAsNumber;
    byId("r").textContent = byId("stretch").value;
    render();
    performance.mark("attnref-grid");
    listenToMap();
    listenToControls();
    listenToProjections();
    listenToPrograms();
  }

  begin().catch((error) => {
    document.documentElement.classList.remove("js");
    console.error(error);
  });
})();
