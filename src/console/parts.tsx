import { type ComponentChildren, createContext, type RenderableProps } from 'preact';
import { useContext } from 'preact/hooks';
import { blankPage, type ClientView, type Page } from './consoleData';

/** The page around every part. */
export const PageAround = createContext<Page>(blankPage);

/** Returns the page around a part. */
export const usePage = (): Page => useContext(PageAround);

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
export function Ago({ at }: { readonly at: number | string | undefined }) {
  const page = usePage();
  if (at === undefined) return <>never</>;
  const instant = new Date(at);
  return (
    <time dateTime={instant.toISOString()} title={`${minuteText(at)} UTC`}>
      {spanText(page.at - instant.getTime())} ago
    </time>
  );
}

/** Renders a whole number with thin groups, e.g. `12 400`. */
export const groupedCount = (value: number): string => value.toLocaleString('en').replaceAll(',', '\u202f');

/** Renders a count with its noun, e.g. `1 event` or `12 400 events`. */
export const countText = (count: number, noun: string): string =>
  `${groupedCount(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Shows a sentence with what stands between backticks as code. */
export const Sentence = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((words, index) => (index % 2 === 0 ? words : <code key={index}>{words}</code>))}</>
);

/** Renders a share of a whole as percent. The result is empty without a whole. */
export function partText(count: number, total: number): string {
  if (total === 0) return '';
  const percent = (count / total) * 100;
  if (percent === 0) return '0%';
  if (percent < 0.1) return '<0.1%';
  return `${percent.toFixed(percent < 10 ? 1 : 0)}%`;
}

/** Shows a word with a colour and a mark, so that the colour is never the only sign. */
export const Badge = ({ tone = '', children }: RenderableProps<{ readonly tone?: string | undefined }>) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** Colours of states, verdicts, severities, sides and classes, and words for those that do not say for themselves how good they are. */
const states: Readonly<Record<string, readonly [tone: string, words?: string]>> = {
  regression: ['bad', 'bad: proven to differ'],
  over: ['bad', 'over budget'],
  clean: ['good', 'good: no difference'],
  within: ['good', 'within budget'],
  undecided: ['open', 'open: too little seen'],
  v1: [''],
  v2: ['good'],
  'has work': ['open'],
  unknown: [''],
  'can move': ['good'],
  moved: ['good'],
  exact: ['good'],
  guessed: ['open'],
  synthesized: ['bad'],
  executed: ['good'],
  'not known': ['open'],
  breaking: ['bad', 'bad: breaks clients'],
  suspicious: ['bad', 'bad: clients may notice'],
  benign: ['good', 'good: clients hardly notice'],
  wire: ['good', 'good: only the bytes differ'],
};

/** Returns the colour of a state or a verdict. */
export const toneOf = (state: string): string => states[state]?.[0] ?? '';

/** Returns the words for a state, a verdict or a severity, which say whether it is good or bad. */
export const stateText = (state: string): string => states[state]?.[1] ?? state;

/** Shows the state of an issue, an operation or a report. */
export const State = ({ state }: { readonly state: string }) => (
  <Badge tone={toneOf(state)}>{stateText(state)}</Badge>
);

/** Addresses of the things that a page names. One is undefined for a thing without a page. */
type Addresses = Readonly<Record<'issue' | 'caller' | 'resource', (id: string) => string | undefined>>;

/** The addresses in force: the screens of the console, unless a file has everything on one page. */
export const AddressesInForce = createContext<Addresses>({
  issue: (id) => `/differences/${encodeURIComponent(id)}`,
  caller: (caller) => (/^[0-9a-f]{12}$/.test(caller) ? `/clients/${caller}` : undefined),
  resource: (resource) => `/#${resource}`,
});

interface ToProps {
  readonly kind: keyof Addresses;
  readonly id: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Shows a link to an issue, a caller or a resource, or plain text if it has no address. */
export function LinkTo({ kind, id, ...attributes }: ToProps) {
  const href = useContext(AddressesInForce)[kind](id);
  return href === undefined ? <span {...attributes} /> : <a {...attributes} href={href} />;
}

/** Shows a caller: its name, and the fingerprint of its key. */
export function CallerLabel({ caller, name }: Pick<ClientView, 'caller' | 'name'>) {
  if (name === undefined && !/^[0-9a-f]{12}$/.test(caller))
    return <span>{caller === '' ? 'no key' : caller}</span>;
  return (
    <>
      {name === undefined && <span class="soft">key </span>}
      <LinkTo kind="caller" id={caller}>
        {name === undefined ? <code>{caller}</code> : <b>{name}</b>}
      </LinkTo>
      {name !== undefined && (
        <span class="soft">
          {' '}
          key <code>{caller.slice(0, 6)}</code>
        </span>
      )}
    </>
  );
}

/** A bar of a drawing: its class, and its left edge and width; it is as high as the drawing unless it says how high. */
export type Bar = readonly [look: string, x: number, width: number, height?: number];

/** Draws bars that stand on one line. */
export function Bars({
  label,
  look,
  size: [width, height],
  bars,
}: {
  readonly label: string;
  readonly look?: string;
  readonly size: readonly [width: number, height: number];
  readonly bars: readonly Bar[];
}) {
  return (
    <svg
      class={look}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(([barLook, x, barWidth, barHeight = height], index) => (
        <rect key={index} class={barLook} x={x} y={height - barHeight} width={barWidth} height={barHeight} />
      ))}
    </svg>
  );
}
