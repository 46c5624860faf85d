import { isDeepStrictEqual } from 'node:util';
import { readTree } from '../../contract/readTree';
import { kindOf } from '../../comparison/compare/walkTrees';
import type { Relation } from '../../comparison/compare/difference';
import { relate } from '../../comparison/compare/relations';
import {
  createRelationCounts,
  type RelationSummary,
  wilsonLower,
} from '../../comparison/judge/relationCounts';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { LedgerAttribute } from '../../mapping/compile/ledger';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { Mismatch } from '../../mapping/translate/madeValue';
import { writeJson } from '../../mapping/translate/exactJson';
import { type AnswerExample, type Survey, survey } from './answerExamples';
import { learnAttribute } from './learnLines';
import type { LearnedLine } from './tryLine';

/** A mapping line whose values differ from those of v1, and the line that would make v1's values. */
export interface Suggestion {
  readonly attribute: string;
  /** Place of the present line, e.g. `account.yaml:27`; absent when the attribute has no rule. */
  readonly place?: string;
  /** Number of resources with this attribute in v1, and of those for which the mapping makes another value. */
  readonly things: number;
  readonly differing: number;
  readonly relation?: RelationSummary;
  /** The line that makes v1's value for all of them; absent when none is sure enough. */
  readonly line?: LearnedLine;
}

/** Share of pairs in which a proposed change must be right, with 95% confidence. */
const SURE_SHARE = 0.95;

/** The value of v1, and the value that the mapping makes; undefined when v2 violates its contract. */
interface Made {
  readonly v1: Json;
  readonly mapped: Json | undefined;
}

function relationOf({ v1, mapped }: Made): Relation | undefined {
  const [tree1, tree2] = [readTree(writeJson(v1)), readTree(writeJson(mapped ?? null))];
  if (!tree1.ok || !tree2.ok) return undefined;
  const kind = kindOf(tree1.value, tree2.value);
  return kind && relate(kind, tree1.value, tree2.value);
}

function summaryOf(differing: readonly Made[]): RelationSummary | undefined {
  const counts = createRelationCounts();
  for (const difference of differing) counts.add(relationOf(difference));
  return counts.summary();
}

/** Attributes that the mapping makes of an example today, or the mismatch. */
type Mapped = { readonly attributes: JsonObject } | { readonly mismatch: Mismatch | undefined };

function mappedOf(resource: ResolvedResource, { v2 }: AnswerExample): Mapped {
  const answer = resource.answer.read({ data: v2 });
  if (!answer.ok) return { mismatch: answer.failure };
  const { data } = answer.value;
  const attributes = isJsonObject(data) ? data['attributes'] : undefined;
  return isJsonObject(attributes) ? { attributes } : { mismatch: undefined };
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

/** Returns the values of one attribute in an example; none when another attribute has the mismatch. */
function madeOf(
  attribute: string,
  lines: readonly LedgerAttribute[],
  { v1 }: AnswerExample,
  mapped: Mapped,
): readonly Made[] {
  const shownValue = v1[attribute];
  if (shownValue === undefined) return [];
  if ('attributes' in mapped) return [{ v1: shownValue, mapped: mapped.attributes[attribute] }];
  const { mismatch } = mapped;
  return mismatch !== undefined && isBlamed(lines, mismatch) ? [{ v1: shownValue, mapped: undefined }] : [];
}

const isSecret = ({ v1 }: ResolvedResource, attribute: string): boolean =>
  v1.members.get(attribute)?.secret === true;

/** Returns the learnt line when it is sure enough and shows no values of a secret. */
function lineFor(attribute: string, resource: ResolvedResource, surveyed: Survey): { line?: LearnedLine } {
  const learnt = learnAttribute(attribute, surveyed, resource.dates);
  if ('open' in learnt || wilsonLower(learnt.line.seen, learnt.line.seen) < SURE_SHARE) return {};
  const { line } = learnt;
  const showsValues = typeof line.codec === 'object' || line.default !== undefined;
  return showsValues && isSecret(resource, attribute) ? {} : { line };
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
  const all = examples.map((example) => ({ example, mapped: mappedOf(resource, example) }));
  const names = [...new Set(examples.flatMap(({ v1 }) => Object.keys(v1)))];
  return names.flatMap((attribute): Suggestion[] => {
    const lines = linesOf(resource, attribute);
    const values = all.flatMap(({ example, mapped }) => madeOf(attribute, lines, example, mapped));
    const differing = values.filter(({ v1, mapped }) => !isDeepStrictEqual(v1, mapped));
    if (differing.length === 0) return [];
    const relation = isSecret(resource, attribute) ? undefined : summaryOf(differing);
    const [firstLine] = lines;
    return [
      {
        attribute,
        ...(firstLine === undefined ? {} : { place: firstLine.place }),
        things: values.length,
        differing: differing.length,
        ...(relation === undefined ? {} : { relation }),
        ...lineFor(attribute, resource, surveyed),
      },
    ];
  });
}
