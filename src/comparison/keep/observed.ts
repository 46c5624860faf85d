import { z } from 'zod';
import type { Compared, Ignored, NotCompared, Pair } from '../compare/answerPair';
import type { Difference, DifferenceKind } from '../compare/difference';
import { breakOf, type Rung } from '../judge/rungs';
import { keepRelation, type Privacy } from './privacy';

/** One difference as it is kept: without values, unless the path is on the list of those that may be. */
export interface KeptDifference extends Omit<Difference, 'at' | 'v1' | 'v2'> {
  /** The loosest rung that it breaks, see `breakOf`; where both are numbers, how far they are apart. */
  readonly breaks: Rung;
  readonly distance?: number;
  /** Lengths of the two values as JSON text, and keyed hashes of them: equal values, equal hashes. */
  readonly lengths: readonly [number | undefined, number | undefined];
  readonly hashes: readonly [string | undefined, string | undefined];
  /** Present only for paths that may be kept, never for secret ones. */
  readonly values?: readonly [string | undefined, string | undefined];
}

/** An agreed difference as it is kept: the line of its rule, the path template and the kind. */
export interface KeptIgnored {
  readonly line: number;
  readonly path: string;
  readonly kind: DifferenceKind;
}

/** What is kept of one pair: the evidence that reports are made of. */
export interface Observed {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Hash of mapping, ignore rules and gateway version. */
  readonly epoch: string;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key; empty without one. */
  readonly caller: string;
  /** Keyed hash of the normalised request. */
  readonly request: string;
  /** What the request looked like: operation, status of v1's answer, names of the query and of the body's members. */
  readonly signature: string;
  readonly outcome: 'compared' | NotCompared;
  /** What of v2's answers could not be translated: path and rule. */
  readonly unfit?: string;
  /** v1 against translated v2; nothing when the two agree. */
  readonly differences: readonly KeptDifference[];
  /** Absent: none. */
  readonly ignored?: readonly KeptIgnored[];
  /** v1 against v1 asked once more, the hashes keyed alike; absent where there was no control. */
  readonly control?: readonly KeptDifference[];
  /**
   * Why v1 was asked once more: by lot, before the answers were held against each other (absent means this), or because
   * they differed (`book.wantsControl`). The two are evidence of different kinds.
   */
  readonly controlled?: 'byLot' | 'becauseDifferent';
}

const pairOf = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema.nullable(), schema.nullable()]);

/** What every observation has; what is inside its differences was written by `writeObserved`. */
const kept = z.looseObject({
  id: z.string(),
  at: z.number(),
  epoch: z.string(),
  differences: z.array(
    z.looseObject({ path: z.string(), lengths: pairOf(z.number()), hashes: pairOf(z.string()) }),
  ),
});

const FIELDS_OF_ABSENCE = new Set(['lengths', 'hashes', 'values']);

/** An observation as text. */
export const writeObserved = (observed: Observed): string => JSON.stringify(observed);

/** An observation out of its text: a side that has no value is null in JSON and undefined here. Throws on other text. */
export function readObserved(text: string): Observed {
  const revived: unknown = JSON.parse(text, (name, value: unknown) =>
    FIELDS_OF_ABSENCE.has(name) && Array.isArray(value)
      ? value.map((side: unknown) => (side === null ? undefined : side))
      : value,
  );
  kept.parse(JSON.parse(text));
  return revived as Observed;
}

/** What two answers that could be compared came to. */
export type ComparedAnswers = Extract<Compared, { readonly ok: true }>;

/** v1 against v1 asked once more, and why it was asked. */
export interface ComparedControl {
  readonly compared: ComparedAnswers;
  readonly because: 'byLot' | 'becauseDifferent';
}

/** What observations are made with. */
interface Keeping {
  readonly privacy: Privacy;
  /** Hash of mapping, ignore rules and gateway version. */
  readonly epoch: string;
}

/** Objects and arrays may hold what must not be kept. */
const isScalar = (text: string | undefined): boolean => text === undefined || !/^[[{]/.test(text);

function keepDifference(difference: Difference, { isSecret, mayKeep, hash }: Privacy): KeptDifference {
  const { path, kind, severity, v1, v2, relation } = difference;
  const plain = { path, kind, severity };
  const { breaks, distance } = breakOf(difference);
  const nothing = [undefined, undefined] as const;
  if (isSecret(path)) return { ...plain, breaks, lengths: nothing, hashes: nothing };
  const open = mayKeep(path);
  const hashOf = (text: string | undefined) => (text === undefined ? undefined : hash(text));
  return {
    ...plain,
    breaks,
    ...(distance === undefined ? {} : { distance }),
    ...(relation === undefined ? {} : { relation: open ? relation : keepRelation(relation, { hash }) }),
    lengths: [v1?.length, v2?.length],
    hashes: [hashOf(v1), hashOf(v2)],
    ...(open && isScalar(v1) && isScalar(v2) ? { values: [v1, v2] as const } : {}),
  };
}

const keepIgnored = ({ rule, difference: { path, kind } }: Ignored): KeptIgnored => ({
  line: rule.line,
  path,
  kind,
});

/** Operation, status of v1's answer, names of the query: two requests that look alike say the same about the mapping. */
function signatureOf({ operation, request, v1 }: Pair): string {
  const [, query = ''] = request.split('?', 2);
  const names = [...new Set(new URLSearchParams(query).keys())].sort();
  return [operation, v1.status, ...names].join(' ');
}

/** Makes of a pair what may be kept of it. */
export function keep(
  pair: Pair,
  compared: ComparedAnswers,
  control: ComparedControl | undefined,
  { privacy, epoch }: Keeping,
): Observed {
  const { id, at, resource, operation, caller, request, unfit } = pair;
  const kept = ({ differences }: ComparedAnswers) => differences.map((one) => keepDifference(one, privacy));
  const ignored = compared.ignored.map(keepIgnored);
  return {
    ...{ id, at, epoch, resource, operation, caller, outcome: 'compared' },
    request: privacy.hash(request),
    signature: signatureOf(pair),
    ...(unfit === undefined ? {} : { unfit }),
    differences: kept(compared),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(control === undefined ? {} : { control: kept(control.compared), controlled: control.because }),
  };
}
