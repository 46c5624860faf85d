/** Colours, type and frame of the console; light and dark follow the system. */
const frame = `
:root { color-scheme: light dark;
  --ink: light-dark(#161b22, #e6eaf0); --soft: light-dark(#566070, #9ba6b5);
  --paper: light-dark(#f6f7f9, #0d1117); --panel: light-dark(#ffffff, #151b23);
  --raised: light-dark(#eef1f5, #1e2631); --line: light-dark(#dde2e9, #2a3340);
  --strong: light-dark(#8a94a3, #697586);
  --accent: light-dark(#0a58ca, #7ab7ff); --onaccent: light-dark(#ffffff, #0b1420);
  --good: light-dark(#176b3a, #5fd39a); --goodback: light-dark(#e3f4e9, #10291d);
  --open: light-dark(#7f4d00, #edb95e); --openback: light-dark(#fdf1dc, #2c2210);
  --bad: light-dark(#b3261e, #ff8f87); --badback: light-dark(#fdeceb, #331716);
  --v1: light-dark(#66707f, #93a0b2); --v2: light-dark(#0a58ca, #7ab7ff); }
* { box-sizing: border-box; }
html { font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--paper); }
#console { display: grid; grid-template-columns: 13rem minmax(0, 1fr); min-height: 100vh; }
#console:has(> .signin) { display: block; }
#console:has(> .state) { grid-template-rows: auto 1fr; } .state ~ main, .state { grid-column: 2; } .state + .rail { grid-area: 1 / 1 / span 2; }
.state { padding: 0.45rem 2rem; font-weight: 600; border-bottom: 1px solid; min-width: 0; }
.state > * { display: block; color: inherit; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; text-decoration: none; }
.state.good { background: var(--goodback); } .state.open { color: var(--open); background: var(--openback); }
.state.bad { background: var(--badback); }
main { padding: 1.5rem 2rem 3rem; max-width: 84rem; width: 100%; outline: none; }
h1, h2, h3, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.4rem; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { font-size: 0.95rem; }
main > section, main > .wide, main > .card, main > .actions, main > p, main > h2 { margin-top: 1.25rem; }
section > h2 { margin: 0 0 0.5rem; }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, kbd { font: 0.92em/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
kbd, dialog dt { padding: 0 0.35em; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--raised); }
.soft { color: var(--soft); font-weight: 400; }
.bad { color: var(--bad); } .good { color: var(--good); } .strong { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.skip { position: absolute; left: -99rem; top: 0; background: var(--panel); padding: 0.5rem 1rem; z-index: 3; }
.skip:focus { left: 0; }
.rail { position: sticky; top: 0; height: 100vh; display: flex; flex-direction: column; gap: 1.25rem;
  padding: 1.25rem 0.75rem; background: var(--panel); border-right: 1px solid var(--line); }
.brand { display: flex; gap: 0.6rem; align-items: center; padding: 0 0.6rem; color: var(--ink); font-weight: 650;
  font-size: 1.05rem; text-decoration: none; }
.brand svg { width: 1.5rem; fill: none; stroke: var(--accent); stroke-width: 2.2; }
.rail ul { display: grid; gap: 2px; }
.rail li a { display: flex; gap: 0.35rem; justify-content: space-between; padding: 0.4rem 0.6rem; border-radius: 6px; color: var(--ink);
  text-decoration: none; }
.rail li a:hover { background: var(--raised); }
.rail li a[aria-current] { background: var(--raised); font-weight: 600; box-shadow: inset 3px 0 0 var(--accent); }
.rail .number { min-width: 1.4rem; text-align: center; border-radius: 9px; background: var(--bad); color: var(--panel);
  font-weight: 600; }
.foot { margin-top: auto; padding: 0 0.6rem; display: grid; gap: 0.4rem; font-size: 0.92rem; }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
main > footer { margin-top: 2rem; font-variant-numeric: tabular-nums; }
.stands main { opacity: 1; } .stands #live { color: var(--bad); font-weight: 600; }
.stands main > footer { position: sticky; bottom: 0; padding: 0.6rem 0.9rem; background: var(--badback);
  border: 1px solid var(--bad); border-radius: 8px; }
`;

/** Cards, badges, tables and forms. */
const partStyles = `
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.15rem; }
.badge { display: inline-block; padding: 0 0.55em; border-radius: 9px; border: 1px solid var(--line); background: var(--raised);
  font-size: 0.86rem; font-weight: 600; line-height: 1.5; overflow-wrap: anywhere; }
.badge + .badge { margin-left: 0.25rem; } .card > .wide { margin: 0.6rem 0; }
.badge.good { color: var(--good); background: var(--goodback); border-color: transparent; }
.badge.open { color: var(--open); background: var(--openback); border-color: transparent; }
.badge.bad { color: var(--bad); background: var(--badback); border-color: transparent; }
.empty { margin-top: 1.25rem; padding: 2rem 1rem; text-align: center; color: var(--soft); border: 1px dashed var(--strong);
  border-radius: 10px; }
.empty strong { color: var(--ink); } .hint { color: var(--soft); margin-top: 0.75rem; }
.banner, .notice { padding: 0.75rem 1rem; border-radius: 10px; border: 1px solid; color: var(--ink); margin: 0 0 1.25rem; }
.banner + .head { margin-top: 0; } .actions + .banner { margin-top: 1.25rem; } .banner h2 { font-size: 0.95rem; margin: 0 0 0.25rem; }
.banner.bad, .notice.bad { background: var(--badback); border-color: var(--bad); } .banner.bad h2 { color: var(--bad); }
.banner.open { background: var(--openback); border-color: var(--open); } .banner.open h2 { color: var(--open); }
.notice p { white-space: pre-wrap; overflow-wrap: anywhere; } .notice.good { background: var(--goodback); border-color: var(--good); }
.remedies { display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: center; margin-top: 0.25rem; }
.banner li { overflow-wrap: anywhere; } .banner li + li { margin-top: 0.35rem; }
.wide { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.85rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: 0.86rem; font-weight: 600; white-space: nowrap; }
th.number, td.number { text-align: right; } .whole, time, td .badge { white-space: nowrap; }
tbody tr:hover { background: var(--raised); } tr.over { color: var(--soft); }
tbody th { font-weight: 400; }
.pair td:last-child { white-space: nowrap; }
.pair td, .pair th { min-width: 9rem; max-width: 24rem; }
.pair tr.differs { background: var(--badback); box-shadow: inset 3px 0 0 var(--bad); }
.pair tr.agreed { background: var(--openback); box-shadow: inset 3px 0 0 var(--open); }
.mark { display: block; color: var(--bad); font-size: 0.86rem; font-weight: 600; } .agreed .mark { color: var(--open); }
button, .button { display: inline-block; font: inherit; font-weight: 550; padding: 0.32rem 0.8rem; border-radius: 7px;
  cursor: pointer; color: var(--ink); background: var(--panel); border: 1px solid var(--strong); list-style: none; }
button:hover, .button:hover { background: var(--raised); }
summary.button::-webkit-details-marker { display: none; }
button.primary, .button.primary { color: var(--onaccent); background: var(--accent); border-color: var(--accent); }
button.danger { color: var(--panel); background: var(--bad); border-color: var(--bad); }
.button.danger { color: var(--bad); border-color: var(--bad); }
button.primary:hover, .button.primary:hover, button.danger:hover { filter: brightness(1.1); }
input, textarea { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--strong); border-radius: 7px;
  padding: 0.32rem 0.6rem; min-width: 0; }
textarea { font: 0.92em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; resize: vertical; }
input[type='checkbox'] { margin: 0.25rem 0 0; }
.field { display: grid; gap: 0.2rem; } .field span { font-size: 0.9rem; color: var(--soft); } .field input, .field textarea { width: 100%; }
.check { display: flex; gap: 0.5rem; align-items: flex-start; }
.search { display: flex; gap: 0.5rem; } .search input { width: 22rem; max-width: 100%; }
.actions { position: relative; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: flex-start; margin-top: 1rem; }
.unfold { position: relative; } .unfold[open] { flex-basis: auto; }
.sheet { position: absolute; z-index: 2; margin-top: 0.4rem; width: min(24rem, calc(100vw - 3rem)); padding: 1rem;
  background: var(--panel); border: 1px solid var(--strong); border-radius: 10px; box-shadow: 0 8px 28px rgb(0 0 0 / 0.22); }
.actions > .unfold { position: static; } .actions > .unfold > .sheet { inset: 100% auto auto 0; width: min(24rem, 100%); }
td .sheet { position: static; width: 16rem; box-shadow: none; }
.sheet form { display: grid; gap: 0.7rem; } .sheet button { justify-self: start; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.25rem; }
.facts dt { color: var(--soft); } .item { display: inline-block; margin-right: 1rem; }
table:not(.pair) td code { display: inline-block; max-width: 24rem; overflow-wrap: break-word; }
.plain li { padding: 0.15rem 0; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--soft); }
dialog { color: var(--ink); background: var(--panel); border: 1px solid var(--strong); border-radius: 12px; padding: 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / 0.45); } dialog h2 { margin-bottom: 0.75rem; } dialog dt { justify-self: start; } td time { color: var(--soft); } dialog button { margin-top: 1rem; }
`;

/** Styles of single screens, and of narrow ones. */
const screens = `
.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; margin-top: 1.25rem; }
.tiles .card { padding: 0.75rem 1rem; } .tiles dt { color: var(--soft); font-size: 0.9rem; }
.tiles b { font-size: 1.5rem; font-weight: 620; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; }
main > .charts { margin-top: 0.75rem; }
.chart { padding: 0.75rem 1rem 0.6rem; min-width: 0; } .chart figcaption { font-weight: 600; display: flex; flex-wrap: wrap; gap: 0 0.4rem; }
.spark { fill: var(--open); vertical-align: bottom; }
.chart svg { display: block; width: 100%; height: 84px; margin-top: 0.4rem; }
.latest { display: flex; flex-wrap: wrap; gap: 0 0.6rem; width: 100%; font-size: 0.82rem; font-weight: 400; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
.key { display: inline-block; width: 0.7em; height: 3px; vertical-align: middle; border-radius: 2px; }
.key.gateway { background: var(--soft); } .key.v1 { background: var(--v1); } .key.v2 { background: var(--v2); }
.line { fill: none; stroke-width: 1.8; vector-effect: non-scaling-stroke; stroke-linejoin: round; stroke-linecap: round; }
.line.gateway { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 2; } .line.v1 { stroke: var(--v1); } .line.v2 { stroke: var(--v2); }
.axis { stroke: var(--line); vector-effect: non-scaling-stroke; } 
.move { stroke: var(--open); stroke-dasharray: 3 3; vector-effect: non-scaling-stroke; }
.scale { display: flex; justify-content: space-between; font-size: 0.82rem; font-variant-numeric: tabular-nums; }
.resource { scroll-margin-top: 1rem; } main > .resource { margin-top: 0.75rem; }
.resource { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.25rem 2.25rem; }
.resource > header { grid-column: 1 / -1;
  display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; align-items: baseline; }
.track { display: flex; margin: 0.75rem -1rem 0.6rem; }
.track li { flex: 1; min-width: 0; text-align: center; position: relative; color: var(--soft); font-size: 0.9rem; padding-top: 1.25rem; }
.track li::before { content: ''; position: absolute; top: 0.4rem; left: 0; right: 0; height: 3px; background: var(--line); }
.track li:first-child::before { left: 50%; } .track li:last-child::before { right: 50%; }
.track li::after { content: ''; position: absolute; top: 0.08rem; left: calc(50% - 0.36rem); width: 0.72rem; height: 0.72rem;
  border-radius: 50%; background: var(--panel); border: 2px solid var(--strong); }
.track .done::before { background: var(--accent); } .track .done::after { background: var(--accent); border-color: var(--accent); }
.track .now { color: var(--ink); font-weight: 650; }
.track .now::before { background: linear-gradient(90deg, var(--accent) 50%, var(--line) 50%); }
.track .now:first-child::before { background: var(--line); } .track .now:last-child::before { background: var(--accent); }
.track .now::after { background: var(--accent); border-color: var(--panel); box-shadow: 0 0 0 3px var(--accent); }
.killed .now::after { background: var(--bad); box-shadow: 0 0 0 3px var(--bad); }
.answers { color: var(--soft); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 0.6rem 1.25rem; margin-top: 0.75rem; padding-top: 0.75rem;
  border-top: 1px solid var(--line); }
.whether { display: flex; flex-direction: column; border-left: 1px solid var(--line); padding-left: 1.5rem; }
.whether .actions { margin-top: auto; padding-top: 0.9rem; }
.figures dt { color: var(--soft); font-size: 0.88rem; } .figures dd { display: flex; flex-wrap: wrap; gap: 0 0.6rem; font-variant-numeric: tabular-nums; }
.gate h3 { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: baseline; }
.checks li { display: grid; grid-template-columns: 1.2rem minmax(0, 1fr); padding: 0.15rem 0; overflow-wrap: anywhere; }
.checks li > :first-child { font-weight: 700; } .checks b { font-weight: 600; }
.checks .passed > :first-child { color: var(--good); } .checks .failing > :first-child, .checks .failing b { color: var(--bad); }
.checks .undecided > :first-child, .checks .waiting > :first-child { color: var(--open); }
.budget svg { display: block; width: 100%; height: 10px; margin: 0.6rem 0 0.4rem; border-radius: 5px; }
.budget .ground { fill: var(--raised); } .budget .upper { fill: var(--line); } .budget .share { fill: var(--open); }
.budget .share.good { fill: var(--good); } .budget .share.bad { fill: var(--bad); } .budget .mark { fill: var(--ink); }
.events { margin-top: 1.25rem; border-left: 2px solid var(--line); padding-left: 1.25rem; display: grid; gap: 1.1rem; }
.events > li { position: relative; overflow-wrap: anywhere; }
.events > li::before { content: ''; position: absolute; left: calc(-1.25rem - 6px); top: 0.4rem; width: 10px; height: 10px; border-radius: 50%;
  background: var(--accent); border: 2px solid var(--paper); }
.signin { max-width: 24rem; margin: 12vh auto 0; } .signin form { display: grid; gap: 0.9rem; } .signin button { justify-self: start; }
@media (max-width: 68rem) { .resource { grid-template-columns: minmax(0, 1fr); } .track { margin-inline: -0.5rem; }
  .whether { border-left: 0; border-top: 1px solid var(--line); padding: 0.75rem 0 0; margin-top: 0.6rem; }
  .charts { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 48rem) {
  #console { display: block; }
  .state { padding: 0.45rem 1rem; }
  main { padding: 1rem 1rem 3rem; display: flex; flex-direction: column; }
    .charts { order: 1; } main > footer { order: 2; } main > .actions { align-items: flex-start; }
  .rail { position: static; height: auto; flex-direction: row; flex-wrap: wrap; gap: 0.5rem 1rem; padding: 0.75rem 1rem 0.5rem;
    border-right: 0; border-bottom: 1px solid var(--line); align-items: center; }
  .brand { padding: 0; } .rail ul { display: flex; flex-wrap: wrap; order: 3; width: 100%; }
  .rail li a { padding: 0.3rem 0.55rem; } .rail li a[aria-current] { box-shadow: inset 0 -3px 0 var(--accent); border-radius: 6px 6px 0 0; }
  .foot { margin: 0 0 0 auto; padding: 0; } .foot .keys, .foot > p { display: none; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .card { padding: 0.85rem 0.9rem; }
  .unfold[open] { flex-basis: 100%; } .sheet { position: static; width: 100%; box-shadow: none; }
  .search { width: 100%; } .search input { flex: 1; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: 0.5rem; }
}
@media (max-width: 30rem) { .track li { font-size: 0.8rem; }
  /* A table scrolls sideways: its texts need not stand word below word. */
  .wide table { width: max-content; min-width: 100%; } .wide td { max-width: 15rem; } }
@media (prefers-reduced-motion: no-preference) { button, .button, a { transition: background-color 120ms; } }
@media print { .rail, .actions, .skip { display: none; } #console { display: block; } .card { break-inside: avoid; } }
`;

/** The style of every screen, and of the report in one file. */
export const stylesheet = frame + partStyles + screens;

/** The icon of the console. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0a58ca" stroke-width="2.4"><circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="4"/><path d="M12 3v5M12 16v5M3 12h5M16 12h5"/></svg>`;
