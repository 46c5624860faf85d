/** The whole style of the page: no font, picture or script comes from anywhere. */
export const pageStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem 1fr; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { text-decoration: none; color: inherit; display: block; padding: .1rem 0; font-size: 13px; }
nav a:hover, nav a:focus { text-decoration: underline; }
main { padding: 1rem 2rem 4rem; max-width: 64rem; min-width: 0; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { padding-top: 1.5rem; }
h3 { font: 600 15px/1.5 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.2rem; }
.GET { color: light-dark(#1a7f4b, #57d492); } .POST { color: light-dark(#a15c00, #f0b45c); }
.PATCH { color: light-dark(#6f42c1, #bd9cf5); } .DELETE { color: light-dark(#c0392b, #f28b7f); }
.source { font-size: 12px; opacity: .7; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: 13px; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { font-family: ui-monospace, monospace; white-space: nowrap; }
pre { padding: .8rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; font-size: 12px; }
summary { cursor: pointer; }
@media (max-width: 50rem) {
  body { display: flex; flex-direction: column-reverse; }
  nav { position: static; height: auto; border: 0; border-top: 1px solid var(--line); }
  main { padding: 1rem; max-width: 100%; }
}
`;
