/** The style of the guide, added to the style that all pages share. */
export const guideStyle = `
html { scroll-padding-top: 1rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--paper); border: 2px solid; z-index: 1; }
.page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem 1.5rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li > ul { margin: 0.15rem 0 0.75rem; padding-left: 0.9rem; border-left: 1px solid var(--line); }
nav a { display: block; padding: 0.15rem 0; text-decoration: none; font-size: 0.92rem; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
main { padding: 2rem 2rem 4rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.5rem; margin: 3.5rem 0 1rem; padding-bottom: 0.3rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.15rem; margin: 2.5rem 0 0.75rem; }
h4 { font-size: 1rem; margin: 1.75rem 0 0.5rem; }
.route { margin: 0 0 1rem;
  padding: 0.75rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
.scroll { margin: 0.5rem 0 1.5rem; }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { min-width: 46rem; }
.kinds, .index { min-width: 0; }
.index ul { margin: 0; padding: 0; list-style: none; }
[hidden] { display: none !important; }
nav input { font: inherit; font-size: 0.92rem; width: 100%; padding: 0.3rem 0.6rem; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--paper); color: var(--ink); }
button { font: inherit; font-size: 0.8rem; float: right; margin: 0.4rem; padding: 0.1rem 0.6rem; border: 1px solid var(--soft);
  border-radius: 6px; background: var(--paper); color: var(--ink); cursor: pointer; position: relative; }
.fields { min-width: 58rem; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.4rem; }
thead th { font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; }
.fields th:first-child, .fields td:nth-child(2) { min-width: 15rem; }
.kind { font-size: 0.8rem; font-weight: 600; white-space: nowrap; padding: 0.05rem 0.5rem; border: 1px solid;
  border-radius: 1rem; }
.lost { color: var(--soft); } .exact { color: var(--good); } .converted { color: var(--link); }
.guessed { color: var(--open); } .synthesized { color: var(--bad); }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.sides h5 { font-size: 0.92rem; margin: 0 0 0.4rem; }
pre { margin: 0 0 0.75rem; padding: 0.75rem 1rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; font-size: 0.8rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  .page { display: block; }
  nav { position: static; max-height: none; padding: 0.5rem 1.5rem; columns: 9.5rem; }
  nav > ul > li { break-inside: avoid; }
  main { padding: 1.5rem 1.5rem 3rem; }
}
@media (max-width: 45rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
@media print {
  html { font-size: 10pt; line-height: 1.4; }
  .page { display: block; max-width: none; }
  .skip, nav, button { display: none; }
  main { padding: 0; }
  a { color: inherit; text-decoration: none; }
  h2 { margin-top: 1.5rem; }
  h2 { break-before: page; }
  table, .fields { min-width: 0; }
  code { font-size: 0.8em; }
  .fields th:first-child, .fields td:nth-child(2) { width: 25%; min-width: 0; }
  h3, h4, h5 { break-after: avoid; }
  thead th, .route, pre { background: none; }
  pre { font-size: 7.5pt; }
}
`;
