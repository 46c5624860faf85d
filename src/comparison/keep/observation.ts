import { z } from 'zod';
import type { Comparison, IgnoredDifference, NotCompared, Pair } from '../compare/answerPair';
import { definedMembers } from '../../contract/result';
import { shownName } from '../compare/memberNames';
import type { Difference, DifferenceKind } from '../compare/difference';
import { breakOf, type NoiseLevel } from '../judge/noiseLevels';
import { keepRelation, type Privacy } from './privacy';

/** One kept difference, without its values. */
export interface KeptDifference extends Omit<Difference, 'at' | 'v1' | 'v2'> {
  /** The loosest level that it breaks, see `breakOf`; for two numbers their distance. */
  readonly breaks: NoiseLevel;
  readonly distance?: number;
  /**
   * Lengths of the two values as JSON text, and their keyed hashes: equal values have equal hashes. Null for a secret, and
   * on the side that has no value.
   */
  readonly lengths: readonly [number | null, number | null];
  readonly hashes: readonly [string | null, string | null];
}

/** A kept agreed difference: the line of its rule, the path template and the kind. */
export interface KeptIgnored {
  readonly line: number;
  readonly path: string;
  readonly kind: DifferenceKind;
}

/** The observation of one pair, which is kept as the evidence of reports. */
export interface SeenPair {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Hash of mapping, ignore rules and gateway version. */
  readonly epoch: string;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key. It is empty without one. */
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
  /** Differences between v1's two answers, with hashes of the same key. They are absent without a control. */
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

/** Prints an observation as text. */
export const writeObserved = (observed: SeenPair): string => JSON.stringify(observed);

/** Reads an observation. Throws on other text. */
export function readObserved(text: string): SeenPair {
  const observed: unknown = JSON.parse(text);
  keptSchema.parse(observed);
  return observed as SeenPair;
}

/** Result for two answers that could be compared. */
export type ComparedAnswers = Extract<Comparison, { readonly ok: true }>;

/** Comparison of v1's two answers, and the reason for asking the second time. */
export interface ComparedControl {
  readonly compared: ComparedAnswers;
  readonly because: 'byLot' | 'becauseDifferent';
}

/** Makes the kept form of a difference, without its values. */
function keepDifference(difference: Difference, { isSecret, mayKeep, hash }: Privacy): KeptDifference {
  const { path, kind, severity, v1, v2, relation } = difference;
  const { breaks, distance } = breakOf(difference);
  const plain = { path, kind, severity, breaks };
  if (isSecret(path)) return { ...plain, lengths: [null, null], hashes: [null, null] };
  const hashOf = (text: string | undefined) => (text === undefined ? null : hash(text));
  return definedMembers({
    ...plain,
    distance,
    relation: mayKeep(path) ? relation : relation && keepRelation(relation, { hash }),
    lengths: [v1?.length ?? null, v2?.length ?? null] as const,
    hashes: [hashOf(v1), hashOf(v2)] as const,
  });
}

const keepIgnored = ({ rule, difference: { path, kind } }: IgnoredDifference): KeptIgnored => ({
  line: rule.line,
  path,
  kind,
});

/** Names the shape of a request: two requests with one signature are equal evidence about the mapping. */
function signatureOf({ operation, request, v1 }: Pair): string {
  const names = new Set(new URLSearchParams(request.split('?', 2)[1]).keys());
  return [operation, v1.status, ...[...names].map(shownName).sort()].join(' ');
}

/** Makes the observation of a pair, without its values. */
export function observationOf(
  pair: Pair,
  compared: ComparedAnswers,
  control: ComparedControl | undefined,
  { privacy, epoch }: { readonly privacy: Privacy; readonly epoch: string },
): SeenPair {
  const { id, at, resource, operation, caller, request, unfit } = pair;
  const keepDifferences = ({ differences }: ComparedAnswers) =>
    differences.map((difference) => keepDifference(difference, privacy));
  const ignored = compared.ignored.map(keepIgnored);
  return definedMembers({
    id,
    at,
    epoch,
    resource,
    operation,
    caller,
    outcome: 'compared' as const,
    request: privacy.hash(request),
    signature: signatureOf(pair),
    unfit,
    differences: keepDifferences(compared),
    ignored: ignored.length === 0 ? undefined : ignored,
    control: control && keepDifferences(control.compared),
    controlled: control?.because,
  });
}
