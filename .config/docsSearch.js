/* global sections, document */
/** Lists the sections that hold every word of the field, those with a word in their title first. */
const HITS = 30;
const field = document.querySelector('input');
const hits = document.querySelector('ol');

function link({ href, title }) {
  const item = document.createElement('li');
  const anchor = item.appendChild(document.createElement('a'));
  anchor.href = href;
  anchor.textContent = title;
  return item;
}

field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  const inTitle = ({ title }) => words.some((word) => title.toLowerCase().includes(word));
  const found =
    words.length === 0 ? [] : sections.filter(({ title, text }) => has(`${title.toLowerCase()} ${text}`));
  found.sort((one, other) => inTitle(other) - inTitle(one));
  hits.replaceChildren(...found.slice(0, HITS).map(link));
  if (words.length > 0 && found.length === 0) hits.textContent = 'Nothing holds these words.';
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
