import { isDeepStrictEqual } from 'node:util';
import { kindOf } from '../../comparison/compare/walkTrees';
import { relate } from '../../comparison/compare/relations';
import {
  createRelationCounts,
  type RelationSummary,
  wilsonLowerBound,
} from '../../comparison/judge/relationCounts';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { LedgerAttribute } from '../../mapping/compile/ledger';
import { CALLS } from '../../mapping/compile/calls/calledContracts';
import { parameterIn } from '../../mapping/yaml/ruleEntry';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { Mismatch } from '../../mapping/translate/madeValue';
import { type AnswerExample, attributeNames, type Survey, survey } from './answerExamples';
import { learnAttribute } from './learnLines';
import type { LearnedLine } from './tryLine';

/** A mapping line whose values differ from those of v1, and the line that would make v1's values. */
export interface Suggestion {
  readonly attribute: string;
  /** Place of the present line, e.g. `account.yaml:27`. It is absent when the attribute has no rule. */
  readonly place?: string;
  /** Number of resources with this attribute in v1, and of those for which the mapping makes another value. */
  readonly things: number;
  readonly differing: number;
  readonly relation?: RelationSummary;
  /** The line that makes v1's value for all of them. It is absent when none is sure enough. */
  readonly line?: LearnedLine;
}

/** Share of pairs in which a proposed change must be right, with 95% confidence. */
const SURE_SHARE = 0.95;

/** The value of v1, and the value that the mapping makes. The latter is undefined when v2 violates its contract. */
interface ValuePair {
  readonly v1: Json;
  readonly mapped: Json | undefined;
}

/** Counts how v1's values relate to those of the mapping. A value that the mapping does not make counts as null. */
function summarizeRelations(differing: readonly ValuePair[]): RelationSummary | undefined {
  const counts = createRelationCounts();
  for (const { v1, mapped = null } of differing) {
    const kind = kindOf(v1, mapped);
    counts.add(kind && relate(kind, v1, mapped));
  }
  return counts.summary();
}

/** Finds the mapping lines of an attribute and its members. */
const linesOf = ({ ledger }: ResolvedResource, attribute: string): readonly LedgerAttribute[] =>
  ledger.attributes.filter(
    (line) => line.attribute === attribute || line.attribute.startsWith(`${attribute}.`),
  );

/** True when one of these lines reads the value that did not fit. */
const isBlamed = (lines: readonly LedgerAttribute[], { path, rule }: Mismatch): boolean =>
  lines.some(
    ({ place: rulePlace, source }) =>
      rule === rulePlace || (rule === undefined && path === `data.${source ?? ''}`),
  );

/** Returns the values of one attribute in an example. Returns none when another attribute has the mismatch. */
function valuePairOf(
  attribute: string,
  lines: readonly LedgerAttribute[],
  shownValue: Json | undefined,
  answer: ReturnType<ResolvedResource['answer']['read']>,
): readonly ValuePair[] {
  if (shownValue === undefined) return [];
  if (!answer.ok) return isBlamed(lines, answer.failure) ? [{ v1: shownValue, mapped: undefined }] : [];
  const data = dataOf(answer.value);
  if (!isJsonObject(data) || !isJsonObject(data['attributes'])) return [];
  return [{ v1: shownValue, mapped: data['attributes'][attribute] }];
}

const isSecret = ({ v1 }: ResolvedResource, attribute: string): boolean =>
  v1.members.get(attribute)?.secret === true;

/** Returns the learnt line when it is sure enough and shows no values of a secret. */
function lineFor(attribute: string, resource: ResolvedResource, surveyed: Survey): LearnedLine | undefined {
  const { line } = learnAttribute(attribute, surveyed, resource.dates);
  if (line === undefined || wilsonLowerBound(line.seen, line.seen) < SURE_SHARE) return undefined;
  const showsValues = typeof line.codec === 'object' || line.default !== undefined;
  return showsValues && isSecret(resource, attribute) ? undefined : line;
}

/**
 * Finds the lines of a mapping that do not make v1's values, the relation between the two, and a line that makes
 * v1's value for every stored pair. Tries all v2 paths, so that a source that moved is found again.
 */
export function suggestChanges(
  resource: ResolvedResource,
  examples: readonly AnswerExample[],
): readonly Suggestion[] {
  const surveyed = survey(examples);
  const all = examples.map(({ v1, v2 }) => ({ v1, answer: resource.answer.read({ data: v2 }) }));
  return attributeNames(examples).flatMap((attribute): Suggestion[] => {
    const lines = linesOf(resource, attribute);
    // A pair has the first answer of v2 alone, and no path.
    const isElsewhere = (source = '') => source.startsWith(`${CALLS}.`) || parameterIn(source) !== undefined;
    if (lines.some(({ source }) => isElsewhere(source))) return [];
    const pairs = all.flatMap(({ v1, answer }) => valuePairOf(attribute, lines, v1[attribute], answer));
    const differing = pairs.filter(({ v1, mapped }) => !isDeepStrictEqual(v1, mapped));
    if (differing.length === 0) return [];
    const relation = isSecret(resource, attribute) ? undefined : summarizeRelations(differing);
    const line = lineFor(attribute, resource, surveyed);
    const counts = { things: pairs.length, differing: differing.length };
    return [definedMembers({ attribute, place: lines[0]?.place, ...counts, relation, line })];
  });
}
