import { type ComponentChildren, createContext } from 'preact';
import type { Page } from './consoleData';

/** Renders an instant (clock ms or ISO text) in UTC, to the minute, e.g. `2025-11-03 09:00`. */
export const minuteText = (at: number | string): string =>
  new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const UNITS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const;

/** Renders a length of time (ms) in its largest unit, e.g. `3 h`. */
export function spanText(ms: number): string {
  const { unit, ms: length } = UNITS.find((timeUnit) => ms >= timeUnit.ms) ?? { unit: 's', ms: 1_000 };
  return `${Math.floor(Math.max(ms, 0) / length)} ${unit}`;
}

/** Shows an instant as a distance from the page's instant, with the exact time as its title. */
export function Ago({ at, page }: { readonly at: number | string; readonly page: Pick<Page, 'at'> }) {
  const instant = new Date(at);
  return (
    <time dateTime={instant.toISOString()} title={`${minuteText(at)} UTC`}>
      {spanText(page.at - instant.getTime())} ago
    </time>
  );
}

/** Renders a whole number with thin groups, e.g. `12 400`. */
export const groupedCount = (value: number): string => value.toLocaleString('en').replaceAll(',', '\u202f');

/** Renders a share of a whole as percent; empty without a whole. */
export function partText(count: number, total: number): string {
  if (total === 0) return '';
  const percent = (count / total) * 100;
  return `${percent === 0 ? '0' : percent < 0.1 ? '<0.1' : percent.toFixed(percent < 10 ? 1 : 0)}%`;
}

/** Renders a latency in ms. */
export function latencyText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Shows a word with a colour and a mark, so that the colour is never the only sign. */
export function Badge({ tone, children }: { readonly tone: string; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const tones: Readonly<Record<string, string>> = {
  regression: 'bad',
  over: 'bad',
  clean: 'good',
  within: 'good',
};

/** Returns the colour of a state or a verdict. */
export const toneOf = (state: string): string => tones[state] ?? 'open';

const words: Readonly<Record<string, string>> = {
  regression: 'bad: proven to differ',
  clean: 'good: no difference',
  undecided: 'open: too little seen',
  within: 'within budget',
  over: 'over budget',
};

/** Shows the state of an issue, an operation or a report. */
export const State = ({ state }: { readonly state: string }) => (
  <Badge tone={toneOf(state)}>{words[state] ?? state}</Badge>
);

const severityWords: Readonly<Record<string, string>> = {
  breaking: 'bad: breaks clients',
  suspicious: 'bad: clients may notice',
  benign: 'good: clients hardly notice',
  wire: 'good: only the bytes differ',
};

/** Returns the words for the severity of an issue, which say whether it is good or bad. */
export const severityText = (severity: string): string => severityWords[severity] ?? severity;

/** Shows a heading with its actions. */
export function Head({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <header class="head">
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** Shows a note where there is nothing else to show. */
export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}

/**
 * Shows a table in a box that scrolls sideways on a narrow screen and by keyboard; `numbers` names the columns of
 * numbers.
 */
export function Table({
  label,
  columns,
  numbers = [],
  look,
  children,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly numbers?: readonly string[];
  readonly look?: 'pair';
  readonly children: ComponentChildren;
}) {
  return (
    // The keyboard scrolls only elements that can have the focus.
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table class={look}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={numbers.includes(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Shows a search field for the rows of the screen; the query also narrows them without script. */
export function Search({ path, label }: { readonly path: string; readonly label: string }) {
  const url = new URL(path, 'http://console');
  return (
    <form class="search" method="get" action={url.pathname} role="search">
      <input type="search" name="q" aria-label={label} placeholder={label} defaultValue={searched(path)} />
      <button type="submit">Search</button>
    </form>
  );
}

/** Returns the search text of a page, in lower case. */
const searched = (path: string): string =>
  (new URL(path, 'http://console').searchParams.get('q') ?? '').toLowerCase();

/** True if any of these texts contains the search text. */
export const isFound = (path: string, ...texts: readonly (string | undefined)[]): boolean =>
  texts.some((text = '') => text.toLowerCase().includes(searched(path)));

/** Addresses of the things that a page names; undefined for a thing without a page. */
type Addresses = Readonly<Record<'issue' | 'caller' | 'resource', (id: string) => string | undefined>>;

/** The addresses in force: the screens of the console, unless a file has everything on one page. */
export const AddressesInForce = createContext<Addresses>({
  issue: (id) => `/differences/${encodeURIComponent(id)}`,
  caller: (caller) => (/^[0-9a-f]{12}$/.test(caller) ? `/clients/${caller}` : undefined),
  resource: (resource) => `/#${resource}`,
});

/** Options of To. */
interface ToProps {
  readonly kind: keyof Addresses;
  readonly id: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Shows a link to an issue, a caller or a resource, or plain text if it has no address. */
export function To({ kind, id, children, ...attributes }: ToProps) {
  return (
    <AddressesInForce.Consumer>
      {(addresses) => {
        const href = addresses[kind](id);
        return href === undefined ? (
          <span {...attributes}>{children}</span>
        ) : (
          <a {...attributes} href={href}>
            {children}
          </a>
        );
      }}
    </AddressesInForce.Consumer>
  );
}

/** Shows a caller: its name, and the fingerprint of its key. */
export function CallerLabel({
  caller,
  name,
}: {
  readonly caller: string;
  readonly name?: string | undefined;
}) {
  if (name === undefined && !/^[0-9a-f]{12}$/.test(caller))
    return <span>{caller === '' ? 'no key' : caller}</span>;
  return (
    <>
      {name === undefined && <span class="soft">key </span>}
      <To kind="caller" id={caller}>
        {name === undefined ? <code>{caller}</code> : <b>{name}</b>}
      </To>
      {name !== undefined && (
        <span class="soft">
          {' '}
          key <code>{caller.slice(0, 6)}</code>
        </span>
      )}
    </>
  );
}

/** Shows the counts of something in equal slices of time; the last slice is now. */
export function Sparkline({
  times: { from, seconds, counts },
}: {
  readonly times: { readonly from: string; readonly seconds: number; readonly counts: readonly number[] };
}) {
  const most = Math.max(...counts, 1);
  const bar = (value: number): number => (value === 0 ? 0 : Math.max((value / most) * 16, 1));
  const slice = seconds < 3_600 ? `${seconds / 60} min` : `${groupedCount(seconds / 3_600)} h`;
  const latestCount = counts.at(-1) ?? 0;
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${counts.length * 4} 16`}
      width={counts.length * 4}
      height="16"
      role="img"
      aria-label={`since ${minuteText(from)} UTC: at most ${groupedCount(most)} in ${slice}, ${groupedCount(latestCount)} in the latest`}
    >
      {counts.map((value, index) => (
        <rect key={index} x={index * 4} y={16 - bar(value)} width="3" height={bar(value)} />
      ))}
    </svg>
  );
}
