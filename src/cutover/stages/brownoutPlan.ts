import { MINUTE_MS } from '../../contract/clock';
import { z } from 'zod';
import type { Brownout } from './brownout';

const names = z.union(
  [z.literal('all'), z.array(z.string().min(1)).min(1)],
  'must be all or a list of names',
);

/** Schema of a brownout in a plan file. */
export const brownoutSchema = z.strictObject({
  at: z.string(),
  minutes: z.int().min(1).max(1_440),
  clients: names.default('all'),
  except: z.array(z.string().min(1)).default([]),
  resources: names.default('all'),
  percent: z.number().gt(0).max(100).default(100),
  status: z.union([z.literal(503), z.literal(410)], 'must be 503 or 410').default(503),
});

/** Schema of a time without brownouts in a plan file. */
export const freezeSchema = z.strictObject({ from: z.string(), to: z.string() });

type WrittenBrownout = z.output<typeof brownoutSchema>;

/** Notes a fault at a place of the plan. */
export type NoteFault = (path: readonly (string | number)[], message: string) => void;

interface Known {
  readonly resources: readonly string[];
  /** Returns the clock ms of a local time. Returns undefined for any other text. */
  readonly instant: (text: string) => number | undefined;
  readonly complain: NoteFault;
}

type Span = Pick<Brownout, 'from' | 'to'>;

const NO_TIME = 'must be a local time such as 2026-01-12T10:00';

function brownoutOf({ at: _, minutes, ...written }: WrittenBrownout, from: number): Brownout {
  const of = written.resources === 'all' ? 'all' : written.resources.join('+');
  const id = `brownout of ${of} at ${new Date(from).toISOString().slice(0, 16)}Z`;
  return { id, from, to: from + minutes * MINUTE_MS, ...written };
}

const isOverlapping = (span: Span, nextSpan: Span): boolean =>
  span.from < nextSpan.to && nextSpan.from < span.to;

/** Complains of each fault of a brownout. */
function checkBrownout(
  { resources }: WrittenBrownout,
  brownout: Brownout,
  { freezes, earlier }: { readonly freezes: readonly Span[]; readonly earlier: readonly Brownout[] },
  { resources: names, complain }: Omit<Known, 'instant'>,
): void {
  for (const [at, name] of (resources === 'all' ? [] : resources).entries())
    if (!names.includes(name)) complain(['resources', at], `must be one of ${names.join(', ')}`);
  if (freezes.some((freeze) => isOverlapping(freeze, brownout)))
    complain(['at'], 'must not be in a freeze window');
  if (earlier.some(({ id }) => id === brownout.id))
    complain(['at'], 'must not be the same time twice for the same resources');
}

/** Reads brownouts and freeze windows of a plan, and complains of every fault. Returns the brownouts by time. */
export function readBrownouts(
  {
    brownouts,
    freeze,
  }: { brownouts: readonly WrittenBrownout[]; freeze: readonly Record<'from' | 'to', string>[] },
  { resources, instant, complain }: Known,
): readonly Brownout[] {
  const freezes = freeze.flatMap(({ from, to }, index): Span[] => {
    const [begin, end] = [instant(from), instant(to)];
    if (begin === undefined) complain(['freeze', index, 'from'], NO_TIME);
    if (end === undefined) complain(['freeze', index, 'to'], NO_TIME);
    if (begin === undefined || end === undefined) return [];
    if (begin >= end) complain(['freeze', index, 'to'], 'must be later than from');
    return [{ from: begin, to: end }];
  });
  const earlier: Brownout[] = [];
  for (const [index, writtenBrownout] of brownouts.entries()) {
    const complainHere: NoteFault = (path, message) => complain(['brownouts', index, ...path], message);
    const from = instant(writtenBrownout.at);
    if (from === undefined) {
      complainHere(['at'], NO_TIME);
      continue;
    }
    const brownout = brownoutOf(writtenBrownout, from);
    checkBrownout(writtenBrownout, brownout, { freezes, earlier }, { resources, complain: complainHere });
    earlier.push(brownout);
  }
  return earlier.toSorted((brownout, nextBrownout) => brownout.from - nextBrownout.from);
}
