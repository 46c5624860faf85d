/** The script of a served guide: search and copy. It makes no request. */
export const guideScript = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const main = document.querySelector('main');

const parts = [];
for (const node of main.children) {
  if (/^H[123]$/.test(node.tagName)) parts.push({ head: node, nodes: [] });
  else parts.at(-1)?.nodes.push(node);
}

function narrow({ head, nodes }, has) {
  const whole = has(head.textContent);
  let any = whole;
  for (const node of nodes) {
    const rows = all('tbody tr', node);
    for (const row of rows) row.hidden = !whole && !has(row.textContent);
    node.hidden = rows.length === 0 ? !whole : rows.every((row) => row.hidden);
    any ||= !node.hidden;
  }
  head.hidden = !any && head.tagName !== 'H1';
  return any;
}

function search(words) {
  const wanted = words.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const has = (text) => wanted.every((word) => text.toLowerCase().includes(word));
  const found = parts.map((part) => narrow(part, has)).includes(true);
  let chapter;
  for (const { head } of parts) {
    if (head.tagName === 'H2') chapter = head;
    else if (head.tagName === 'H3' && !head.hidden && chapter !== undefined) chapter.hidden = false;
  }
  for (const link of all('nav a')) link.parentElement.hidden = document.getElementById(link.hash.slice(1))?.hidden === true;
  state.textContent = found ? '' : 'Nothing is called so.';
}

const field = document.createElement('input');
field.type = 'search';
field.placeholder = 'Search, press /';
field.setAttribute('aria-label', 'Search the guide');
field.addEventListener('input', () => search(field.value));
const state = document.createElement('p');
state.setAttribute('role', 'status');
document.querySelector('nav').prepend(field, state);

for (const block of all('main pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
  });
  block.before(button);
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
`;
