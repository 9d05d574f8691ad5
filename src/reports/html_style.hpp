// The looks of the HTML report: light and dark by the reader's setting, and on paper. Nothing is fetched.
#pragma once

#include <string_view>

namespace attnref {

inline constexpr std::string_view html_style = R"(
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --panel: #f6f8fa;
  --link: #0a58ad; --holds: #1a7f37; --violated: #b42318; --excepted: #875800; --other: #57606a; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171b; --text: #e6e9ec; --soft: #9da7b1; --line: #30363d; --panel: #1d2227; --link: #77b5f7;
    --holds: #5bc878; --violated: #ff8d82; --excepted: #e3b352; --other: #9da7b1; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 1.75rem 1.5rem 3rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.08rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 56rem; }
a { color: var(--link); }
a:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, .number, svg text { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace; }
code, pre { font-size: .87em; }
.kind { color: var(--soft); margin: 0 0 .15rem; }
.headline { font-size: 1.15rem; font-weight: 600; margin: .6rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: .8rem 0; }
.counts li { border: 1px solid var(--line); border-radius: 6px; padding: .15rem .7rem; background: var(--panel); }
.counts b { font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.facts { color: var(--soft); margin: .4rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .93em; }
caption { text-align: left; color: var(--soft); padding: .2rem 0; }
caption, .inputs td { white-space: nowrap; }
th, td { text-align: left; padding: .22rem .8rem .22rem 0; vertical-align: baseline; }
.laws { width: 100%; }
.laws th, .laws td { border-bottom: 1px solid var(--line); }
.laws thead th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); vertical-align: bottom; }
.laws thead .number { white-space: normal; font: inherit; font-weight: 600; width: 6rem; }
.laws tr > :last-child { padding-right: .2rem; }
.laws tbody th { font-weight: 400; overflow-wrap: anywhere; min-width: 12.5rem; }
.laws td:nth-child(3) { min-width: 15rem; }
.laws small { display: block; color: var(--soft); font-size: .93em; }
.number { text-align: right; white-space: nowrap; font-size: .92em; font-variant-numeric: tabular-nums; }
.verdict { font-weight: 600; white-space: nowrap; }
.holds { color: var(--holds); } .violated { color: var(--violated); } .excepted { color: var(--excepted); }
.unsupported, .not_run { color: var(--other); }
.law { border: 1px solid var(--line); border-left: 4px solid var(--violated); border-radius: 6px; padding: .9rem 1.1rem;
  margin: 1rem 0; }
.law, .law.excepted { color: inherit; }
.law.excepted { border-left-color: var(--excepted); }
.statement { color: var(--soft); }
.reason { font-weight: 500; overflow-wrap: anywhere; }
.case { color: var(--soft); font-size: .93em; overflow-wrap: anywhere; }
.values td { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace; font-size: .9em; }
.values th { font-weight: 600; color: var(--soft); }
.values th, .values td { padding-top: .08rem; padding-bottom: .08rem; }
.inputs { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: .3rem 0; }
.inputs td { text-align: right; padding: .05rem .8rem .05rem 0; }
figure { margin: .9rem 0 .4rem; break-inside: avoid; }
figcaption { margin-bottom: .15rem; }
.maps { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; }
.heading { color: var(--soft); font-size: .9em; padding-left: 30px; }
svg { display: block; max-width: 100%; height: auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg text { font-size: 11px; }
svg .axis { fill: var(--soft); font-size: 10px; }
svg .mark { fill: none; stroke: var(--text); stroke-width: 2; }
.replay { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem;
  margin: .6rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; -webkit-user-select: all; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .9em; border-top: 1px solid var(--line); padding-top: .6rem; }
@media print {
  :root { color-scheme: light; --back: #fff; --text: #000; --soft: #444; --line: #bbb; --panel: #fff; --link: #000;
    --holds: #1a7f37; --violated: #b42318; --excepted: #875800; --other: #444; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .scroll { overflow: visible; }
  .laws { font-size: 8.5pt; }
  .laws th, .laws td { padding-right: .5rem; }
  tr, .replay { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
)";

}  // namespace attnref
