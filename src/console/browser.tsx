import { render } from 'preact';
import type { Page } from './consoleData';
import { Screen, titleOf } from './screen';
import { screens } from './shell';
import { FactList } from './tables';

/** Element that holds the server's markup. */
const root = document.getElementById('console');

/** Says how current the page's figures are: live, or unchanged since the connection was lost. */
function showState(text: string): void {
  const liveElement = document.getElementById('live');
  if (liveElement !== null && liveElement.textContent !== text) liveElement.textContent = text;
  document.body.classList.toggle('stands', text.startsWith('Connection'));
}

/** Shows a page that arrived. Keeps what the visitor is typing. */
function showPage(page: Page): void {
  if (root === null) return;
  // The first rendering takes over the server's markup and would fold what the visitor has unfolded there.
  const unfolded = root.querySelectorAll<HTMLDetailsElement>('details[open]');
  render(<Screen page={page} />, root);
  for (const details of unfolded) details.open = true;
  document.title = titleOf(page);
  showState('Live.');
}

/** The answer to an action, which is in the server's markup and in no event. */
const notice = ((): Page['notice'] => {
  const element = root?.querySelector('.notice');
  if (element === null || element === undefined) return undefined;
  const lines = [...element.querySelectorAll('p')].map(({ textContent }) => textContent);
  const typed = root?.querySelector<HTMLTextAreaElement>('details[open] textarea')?.defaultValue;
  return { ok: element.classList.contains('good'), lines, typed };
})();

/** Follows the page's data. The browser reconnects by itself and names the last event that it has seen. */
function followPage(): void {
  const path = location.pathname + location.search;
  const source = new EventSource(`/console/events?path=${encodeURIComponent(path)}`);
  source.addEventListener('page', (event: MessageEvent<string>) => {
    showPage({ ...(JSON.parse(event.data) as Page), notice });
  });
  source.addEventListener('same', () => showState('Live.'));
  source.addEventListener('ended', () => location.reload());
  source.addEventListener('error', () => {
    const stand = document.getElementById('stand')?.dataset['at'];
    const since = stand === undefined ? '' : new Date(Number(stand)).toISOString().slice(11, 19);
    showState(`Connection lost: these figures stand since ${since} UTC.`);
    // A refusal ends the source for good, e.g. while the gateway restarts.
    if (source.readyState === EventSource.CLOSED) setTimeout(followPage, 2_000);
  });
}

/** Shows the keyboard shortcuts. */
function showKeys(): void {
  const dialog = document.querySelector('dialog') ?? document.createElement('dialog');
  dialog.setAttribute('aria-label', 'keys');
  // An open dialog that is moved is no longer modal.
  if (!dialog.isConnected) document.body.append(dialog);
  const goes = screens.map(({ key, title }) => [`g ${key}`, title] as const);
  render(
    <form method="dialog">
      <h2>Keys</h2>
      <FactList facts={{ '/': 'search', ...Object.fromEntries(goes), Esc: 'close what is open' }} />
      <button type="submit">Close</button>
    </form>,
    dialog,
  );
  if (!dialog.open) dialog.showModal();
}

/** Recognizes a key that belongs to a field or to the browser. */
const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && target.matches('input, textarea, select')) ||
  ctrlKey ||
  metaKey ||
  altKey;

function closeUnfolded(): void {
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details.unfold[open]')) open.open = false;
}

/** True directly after the key `g`, when the next key may name a screen. */
let isAfterG = false;

/** Handles the shortcuts: `?`, `/`, Esc, and `g` followed by the key of a screen. */
function handleKey(event: KeyboardEvent): void {
  const { key } = event;
  const wasAfterG = isAfterG;
  isAfterG = false;
  if (key === 'Escape') closeUnfolded();
  if (isTyping(event)) return;
  const destination = wasAfterG ? screens.find((entry) => entry.key === key) : undefined;
  isAfterG = key === 'g';
  if (destination !== undefined) location.assign(destination.path);
  else if (key === '?') showKeys();
  else if (key === '/') {
    event.preventDefault();
    document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  }
}

document.addEventListener('keydown', handleKey);
followPage();
