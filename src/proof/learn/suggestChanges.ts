import { isDeepStrictEqual } from 'node:util';
import { readTree } from '../../comparison/compare/readTree';
import { kindOf } from '../../comparison/compare/walkTrees';
import type { Relation } from '../../comparison/compare/difference';
import { relate } from '../../comparison/compare/relate';
import {
  createRelationCounts,
  type RelationSummary,
  wilsonLower,
} from '../../comparison/judge/relationCounts';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { LedgerAttribute } from '../../mapping/compile/ledger';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { Mismatch } from '../../mapping/translate/compileAttributes';
import { writeJson } from '../../mapping/translate/exactJson';
import { type AnswerExample, type Survey, survey } from './answerExamples';
import { learnAttribute } from './learnLines';
import type { LearnedLine } from './tryLine';

/** A mapping line that does not make what v1 shows, and the line that would. */
export interface Suggestion {
  readonly attribute: string;
  /** The line as it is, `account.yaml:27`; absent where no rule is of it. */
  readonly place?: string;
  /** Things that v1 shows it of, and those for which the mapping makes something else today. */
  readonly things: number;
  readonly differing: number;
  readonly relation?: RelationSummary;
  /** The line that makes v1's value of every one of them; absent where none is sure enough. */
  readonly line?: LearnedLine;
}

/** A change is proposed when it is right in at least this share, with 95% confidence. */
const SURE = 0.95;

/** What v1 shows, and what the mapping makes; undefined where v2 does not fit at all. */
interface Made {
  readonly v1: Json;
  readonly mapped: Json | undefined;
}

function relationOf({ v1, mapped }: Made): Relation | undefined {
  const [one, other] = [readTree(writeJson(v1)), readTree(writeJson(mapped ?? null))];
  if (!one.ok || !other.ok) return undefined;
  const kind = kindOf(one.value, other.value);
  return kind && relate(kind, one.value, other.value);
}

function summaryOf(differing: readonly Made[]): RelationSummary | undefined {
  const tally = createRelationCounts();
  for (const made of differing) tally.add(relationOf(made));
  return tally.summary();
}

/** What the mapping makes of an example today, or what did not fit. */
type Mapped = { readonly attributes: JsonObject } | { readonly unfit: Mismatch | undefined };

function mappedOf(resource: ResolvedResource, { v2 }: AnswerExample): Mapped {
  const answer = resource.answer.read({ data: v2 });
  if (!answer.ok) return { unfit: answer.failure };
  const { data } = answer.value;
  const attributes = isJsonObject(data) ? data['attributes'] : undefined;
  return isJsonObject(attributes) ? { attributes } : { unfit: undefined };
}

/** The mapping lines of an attribute and its members. */
const linesOf = ({ ledger }: ResolvedResource, attribute: string): readonly LedgerAttribute[] =>
  ledger.attributes.filter(
    (line) => line.attribute === attribute || line.attribute.startsWith(`${attribute}.`),
  );

/** True where what did not fit is what one of these lines reads. */
const isBlamed = (lines: readonly LedgerAttribute[], { path, rule }: Mismatch): boolean =>
  lines.some(
    ({ place, source }) => rule === place || (rule === undefined && path === `data.${source ?? ''}`),
  );

/** What is known of one attribute: an answer that another line made unfit says nothing of it. */
function madeOf(
  attribute: string,
  lines: readonly LedgerAttribute[],
  { v1 }: AnswerExample,
  mapped: Mapped,
): readonly Made[] {
  const shown = v1[attribute];
  if (shown === undefined) return [];
  if ('attributes' in mapped) return [{ v1: shown, mapped: mapped.attributes[attribute] }];
  const { unfit } = mapped;
  return unfit !== undefined && isBlamed(lines, unfit) ? [{ v1: shown, mapped: undefined }] : [];
}

const isSecret = ({ v1 }: ResolvedResource, attribute: string): boolean =>
  v1.members.get(attribute)?.secret === true;

/** The line that is sure enough, without words of secrets in it. */
function lineFor(attribute: string, resource: ResolvedResource, surveyed: Survey): { line?: LearnedLine } {
  const learnt = learnAttribute(attribute, surveyed, resource.dates);
  if ('open' in learnt || wilsonLower(learnt.line.seen, learnt.line.seen) < SURE) return {};
  const { line } = learnt;
  const tells = typeof line.codec === 'object' || line.default !== undefined;
  return tells && isSecret(resource, attribute) ? {} : { line };
}

/**
 * Says which lines of a mapping do not make what v1 shows, by which relation, and which line would have made it of every
 * stored pair. It looks through all of v2, so that a source that moved is found again.
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
    const [first] = lines;
    return [
      {
        attribute,
        ...(first === undefined ? {} : { place: first.place }),
        things: values.length,
        differing: differing.length,
        ...(relation === undefined ? {} : { relation }),
        ...lineFor(attribute, resource, surveyed),
      },
    ];
  });
}
