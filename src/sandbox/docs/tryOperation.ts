import type { ServedOperation } from '../http/handler';
import { escapeHtml } from './docsOperation';

/** Values with which an operation can be tried at once. */
export interface TryValues {
  /** Address of this marketplace, e.g. `http://127.0.0.1:8090`. */
  readonly base: string;
  /** Key of each version; only a visitor on this machine gets real ones. */
  readonly keys: { readonly v1: string; readonly v2: string };
  /** Values of path parameters by name; `1` for the rest. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parameters of a path, in their order. */
const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const valueOf = (name: string, { parameters }: TryValues): string =>
  Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : '1';

/** A word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a line for a shell. The script of the page writes the same one when a value changes. */
function curlOf({ method, path, version }: ServedOperation, body: string | undefined, values: TryValues) {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(valueOf(name, values)),
  );
  return [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quoted(values.base + filled)}`,
    `-H ${quoted(`Authorization: Bearer ${values.keys[version]}`)}`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' ');
}

/** The form that makes a call from the page, and its line for a shell; without script only the line is there. */
export function renderTry(operation: ServedOperation, example: unknown, values: TryValues): string {
  const { method, path, version, query = [] } = operation;
  const body = example === undefined ? undefined : JSON.stringify(example, null, 2);
  const label = `${method} ${path}`;
  const inputs = parametersOf(path).map(
    (name) =>
      `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" value="${escapeHtml(valueOf(name, values))}"></label>`,
  );
  const asked =
    query.length === 0
      ? ''
      : `<label>Query <input name="?" placeholder="${escapeHtml(query.map(({ name }) => `${name}=`).join('&'))}"></label>`;
  const text =
    body === undefined
      ? ''
      : `<label>Body <textarea name="!" rows="8">${escapeHtml(body)}</textarea></label>`;
  return `<form class="try" data-method="${method}" data-path="${escapeHtml(path)}" data-version="${version}" aria-label="Try ${escapeHtml(label)}">
<pre class="curl" tabindex="0" aria-label="curl of ${escapeHtml(label)}">${escapeHtml(curlOf(operation, body, values))}</pre>
<p class="acts" hidden><button type="button" class="copy">Copy</button> <button type="button" class="open">Try it</button></p>
<div class="inputs" hidden>${inputs.join('\n')}${asked}${text}<button type="submit">Send</button>
<output></output></div>
</form>`;
}
