import type { contracts } from '../contract/contracts';
import type { Field } from '../contract/field';
import type { MappingFile, OperationEntry } from '../mapping/mappingFile';
import { type RuleSite, ruleSites } from './ruleSite';

/** A parsed mapping file with its rules laid out: what mutants are made of. */
export interface Subject {
  readonly file: MappingFile;
  readonly v1: Field;
  readonly v2: Field;
  /** The rules that make the attributes of the resource. */
  readonly attributes: readonly RuleSite[];
  /** The rules of each answer that is not the resource. */
  readonly answers: readonly (readonly RuleSite[])[];
  /** The rules of each request body. */
  readonly bodies: readonly (readonly RuleSite[])[];
}

/** All rules, in groups within which one could stand for another. */
export const ruleGroups = ({ attributes, answers, bodies }: Subject): readonly (readonly RuleSite[])[] => [
  attributes,
  ...answers,
  ...bodies,
];

const nothing: Field = {
  ...{ kind: 'object', members: new Map<string, Field>() },
  ...{ nullable: false, optional: false, secret: false },
};

/** A contract by its name; nothing at all where none is named. */
const named = (known: ReadonlyMap<string, Field>, name: string | undefined): Field | undefined =>
  name === undefined ? nothing : known.get(name);

function bodySites(name: string, { body }: OperationEntry, known: typeof contracts): readonly RuleSite[] {
  const v1 = known.v1.get(body?.contract.v1 ?? '');
  const scope = named(known.v2, body?.contract.v2);
  if (v1 === undefined || scope === undefined) return [];
  const path = ['operations', name, 'body', 'fields'];
  return ruleSites({ entries: body?.fields ?? {}, path, end: 'to', v1, scope, base: '' });
}

function answerSites(name: string, { answer }: OperationEntry, known: typeof contracts): readonly RuleSite[] {
  const v1 = known.v1.get(answer?.contract.v1 ?? '');
  const scope = named(known.v2, answer?.contract.v2);
  if (v1 === undefined || scope === undefined) return [];
  const path = ['operations', name, 'answer', 'attributes'];
  return ruleSites({ entries: answer?.attributes ?? {}, path, end: 'from', v1, scope, base: '' });
}

/** Lays out a parsed file; undefined when it names contracts that do not exist. */
export function subjectOf(file: MappingFile, known: typeof contracts): Subject | undefined {
  const v1 = known.v1.get(file.contract.v1);
  const v2 = known.v2.get(file.contract.v2);
  if (v1 === undefined || v2 === undefined) return undefined;
  const operations = Object.entries(file.operations);
  const rules = { entries: file.attributes, path: ['attributes'], v1, scope: v2, base: '' };
  return {
    ...{ file, v1, v2 },
    attributes: ruleSites({ ...rules, end: 'from' }),
    answers: operations.map(([name, entry]) => answerSites(name, entry, known)),
    bodies: operations.map(([name, entry]) => bodySites(name, entry, known)),
  };
}
