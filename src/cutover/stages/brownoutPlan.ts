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

interface PlanFault {
  readonly at: readonly (string | number)[];
  readonly message: string;
}

interface Known {
  readonly resources: readonly string[];
  /** Returns the clock ms of a local time; undefined for any other text. */
  readonly instant: (text: string) => number | undefined;
}

type Span = Pick<Brownout, 'from' | 'to'>;

const MINUTE = 60_000;
const NO_TIME = 'must be a local time such as 2026-01-12T10:00';

function brownoutOf({ at: _, minutes, ...written }: WrittenBrownout, from: number): Brownout {
  const of = written.resources === 'all' ? 'all' : written.resources.join('+');
  const id = `brownout of ${of} at ${new Date(from).toISOString().slice(0, 16)}Z`;
  return { id, from, to: from + minutes * MINUTE, ...written };
}

const overlap = (span: Span, nextSpan: Span): boolean => span.from < nextSpan.to && nextSpan.from < span.to;

function faultsOf(
  { resources }: WrittenBrownout,
  brownout: Brownout,
  knownEntry: Known,
  [freezes, previousBrownouts]: readonly [readonly Span[], readonly Brownout[]],
): readonly PlanFault[] {
  const unknown = (resources === 'all' ? [] : resources).flatMap((name, at) =>
    knownEntry.resources.includes(name)
      ? []
      : [{ at: ['resources', at], message: `must be one of ${knownEntry.resources.join(', ')}` }],
  );
  const twice = previousBrownouts.some(({ id }) => id === brownout.id);
  return [
    ...unknown,
    ...(freezes.some((freeze) => overlap(freeze, brownout))
      ? [{ at: ['at'], message: 'must not be in a freeze window' }]
      : []),
    ...(twice ? [{ at: ['at'], message: 'must not be the same time twice for the same resources' }] : []),
  ];
}

/** Reads brownouts and freeze windows of a plan: the brownouts by time, and every fault. */
export function readBrownouts(
  {
    brownouts,
    freeze,
  }: { brownouts: readonly WrittenBrownout[]; freeze: readonly Record<'from' | 'to', string>[] },
  knownEntry: Known,
): { readonly brownouts: readonly Brownout[]; readonly faults: readonly PlanFault[] } {
  const faults: PlanFault[] = [];
  const freezes = freeze.flatMap(({ from, to }, index): Span[] => {
    const [begin, end] = [knownEntry.instant(from), knownEntry.instant(to)];
    if (begin === undefined) faults.push({ at: ['freeze', index, 'from'], message: NO_TIME });
    if (end === undefined) faults.push({ at: ['freeze', index, 'to'], message: NO_TIME });
    if (begin === undefined || end === undefined) return [];
    if (begin >= end) faults.push({ at: ['freeze', index, 'to'], message: 'must be later than from' });
    return [{ from: begin, to: end }];
  });
  const read: Brownout[] = [];
  for (const [index, written] of brownouts.entries()) {
    const from = knownEntry.instant(written.at);
    if (from === undefined) {
      faults.push({ at: ['brownouts', index, 'at'], message: NO_TIME });
      continue;
    }
    const brownout = brownoutOf(written, from);
    for (const { at, message } of faultsOf(written, brownout, knownEntry, [freezes, read]))
      faults.push({ at: ['brownouts', index, ...at], message });
    read.push(brownout);
  }
  return { brownouts: read.toSorted((brownout, nextBrownout) => brownout.from - nextBrownout.from), faults };
}
