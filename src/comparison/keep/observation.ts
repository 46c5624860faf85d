import { z } from 'zod';
import type { Compared, Ignored, NotCompared, Pair } from '../compare/answerPair';
import { shownName } from '../compare/memberNames';
import type { Difference, DifferenceKind } from '../compare/difference';
import { breakOf, type Rung } from '../judge/noiseLevels';
import { keepRelation, type Privacy } from './privacy';

/** One kept difference, without values unless they may be kept for its path. */
export interface KeptDifference extends Omit<Difference, 'at' | 'v1' | 'v2'> {
  /** The loosest rung that it breaks, see `breakOf`; for two numbers their distance. */
  readonly breaks: Rung;
  readonly distance?: number;
  /** Lengths of the two values as JSON text, and their keyed hashes: equal values have equal hashes. */
  readonly lengths: readonly [number | undefined, number | undefined];
  readonly hashes: readonly [string | undefined, string | undefined];
  /** Present only for paths whose values may be kept, never for secret ones. */
  readonly values?: readonly [string | undefined, string | undefined];
}

/** A kept agreed difference: the line of its rule, the path template and the kind. */
export interface KeptIgnored {
  readonly line: number;
  readonly path: string;
  readonly kind: DifferenceKind;
}

/** The observation of one pair, which is kept as the evidence of reports. */
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
  /** Operation, status of v1's answer, and names of the query. */
  readonly signature: string;
  readonly outcome: 'compared' | NotCompared;
  /** Contract violation of v2 that prevented the translation: path and rule. */
  readonly unfit?: string;
  /** Differences between v1 and translated v2. */
  readonly differences: readonly KeptDifference[];
  /** Absent for none. */
  readonly ignored?: readonly KeptIgnored[];
  /** Differences between v1's two answers, with hashes of the same key; absent without a control. */
  readonly control?: readonly KeptDifference[];
  /**
   * Reason for asking v1 once more: sampled before the answers were compared (also when absent), or because they
   * differed (`wantsControl`). The two are different kinds of evidence.
   */
  readonly controlled?: 'byLot' | 'becauseDifferent';
}

const pairOf = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema.nullable(), schema.nullable()]);

/** Members of every stored observation; the content of its differences was written by `writeObserved`. */
const keptSchema = z.looseObject({
  id: z.string(),
  at: z.number(),
  epoch: z.string(),
  differences: z.array(
    z.looseObject({ path: z.string(), lengths: pairOf(z.number()), hashes: pairOf(z.string()) }),
  ),
});

const FIELDS_OF_ABSENCE = new Set(['lengths', 'hashes', 'values']);

/** Prints an observation as text. */
export const writeObserved = (observed: Observed): string => JSON.stringify(observed);

/** Reads an observation; a side without a value is null in JSON and undefined here. Throws on other text. */
export function readObserved(text: string): Observed {
  const revived: unknown = JSON.parse(text, (name, value: unknown) =>
    FIELDS_OF_ABSENCE.has(name) && Array.isArray(value)
      ? value.map((side: unknown) => (side === null ? undefined : side))
      : value,
  );
  keptSchema.parse(JSON.parse(text));
  return revived as Observed;
}

/** Result for two answers that could be compared. */
export type ComparedAnswers = Extract<Compared, { readonly ok: true }>;

/** Comparison of v1's two answers, and the reason for asking the second time. */
export interface ComparedControl {
  readonly compared: ComparedAnswers;
  readonly because: 'byLot' | 'becauseDifferent';
}

/** True for values other than objects and arrays, which may contain members that must not be kept. */
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

/** Names the shape of a request: two requests with one signature are equal evidence about the mapping. */
function signatureOf({ operation, request, v1 }: Pair): string {
  const [, query = ''] = request.split('?', 2);
  const names = query === '' ? [] : [...new Set(new URLSearchParams(query).keys())].map(shownName).sort();
  return [operation, v1.status, ...names].join(' ');
}

/** Makes the observation of a pair, with only those values that may be kept. */
export function observationOf(
  pair: Pair,
  compared: ComparedAnswers,
  control: ComparedControl | undefined,
  { privacy, epoch }: { readonly privacy: Privacy; readonly epoch: string },
): Observed {
  const { id, at, resource, operation, caller, request, unfit } = pair;
  const keepAll = ({ differences }: ComparedAnswers) =>
    differences.map((difference) => keepDifference(difference, privacy));
  const ignored = compared.ignored.map(keepIgnored);
  return {
    id,
    at,
    epoch,
    resource,
    operation,
    caller,
    outcome: 'compared',
    request: privacy.hash(request),
    signature: signatureOf(pair),
    ...(unfit === undefined ? {} : { unfit }),
    differences: keepAll(compared),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(control === undefined ? {} : { control: keepAll(control.compared), controlled: control.because }),
  };
}
