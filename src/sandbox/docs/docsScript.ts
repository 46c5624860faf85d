/** The script of the page: search, copy, and calls of this marketplace. What an answer holds is shown as text. */
export const docsScript = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector, root = document) => root.querySelector(selector);
const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";

function callOf(form) {
  const { method, path, version } = form.dataset;
  const field = (name) => form.elements.namedItem(name)?.value ?? '';
  const filled = path.replace(/\\{(\\w+)\\}/g, (_all, name) => encodeURIComponent(field(name)));
  const query = field('?') === '' ? '' : '?' + field('?');
  const body = form.elements.namedItem('!') === null ? undefined : field('!');
  return { method, path: filled + query, key: one('#key-' + version).value, body };
}

function refresh(form) {
  const { method, path, key, body } = callOf(form);
  one('.curl', form).textContent = [
    'curl -s' + (method === 'GET' ? '' : ' -X ' + method) + ' ' + quoted(location.origin + path),
    '-H ' + quoted('Authorization: Bearer ' + key),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", '-d ' + quoted(body)]),
  ].join(' ');
}

function asText(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

async function send(form) {
  const { method, path, key, body } = callOf(form);
  const output = one('output', form);
  const headers = { authorization: 'Bearer ' + key };
  if (body !== undefined) headers['content-type'] = 'application/json';
  output.replaceChildren('…');
  const parts = [];
  try {
    const began = performance.now();
    const answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    parts.push(answer.status + ' ' + answer.statusText + ', ' + Math.round(performance.now() - began) + ' ms', asText(text));
  } catch (error) {
    parts.push('No answer', String(error));
  }
  output.replaceChildren(...parts.map((part, at) => {
    const shown = document.createElement(at === 0 ? 'p' : 'pre');
    shown.textContent = part;
    if (at > 0) shown.tabIndex = 0;
    return shown;
  }));
}

function search(words) {
  const wanted = words.toLowerCase().split(/\\s+/);
  for (const article of all('article')) {
    const text = article.dataset.words;
    article.hidden = !wanted.every((word) => text.includes(word));
    one('nav a[href="#' + article.id + '"]').parentElement.hidden = article.hidden;
  }
  for (const group of all('main section')) group.hidden = one('article:not([hidden])', group) === null;
  for (const list of all('nav ul')) list.previousElementSibling.hidden = one('li:not([hidden])', list) === null;
  one('#nothing').hidden = one('article:not([hidden])') !== null;
}

for (const form of all('form.try')) {
  one('.acts', form).hidden = false;
  form.addEventListener('input', () => refresh(form));
  form.addEventListener('submit', (event) => { event.preventDefault(); void send(form); });
  one('.open', form).addEventListener('click', () => { one('.inputs', form).hidden = !one('.inputs', form).hidden; });
}
for (const button of all('.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(one('.curl, code', button.closest('form, .base')).textContent);
    button.textContent = 'Copied';
  });
}
for (const key of all('.keys input')) key.addEventListener('input', () => all('form.try').forEach(refresh));
one('#search').addEventListener('input', ({ target }) => search(target.value));
all('.script').forEach((part) => { part.hidden = false; });
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea')) return;
  event.preventDefault();
  one('#search').focus();
});
`;
