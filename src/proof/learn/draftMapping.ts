import { contracts } from '../../contract/contracts';
import { failure, type Result, success } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { contractsWith } from '../../contract/knownContracts';
import { compileFile } from '../../mapping/compile/loadMappings';
import { leafPaths } from '../../mapping/compile/sourcePath';
import type { Fault } from '../../mapping/yaml/fileFault';
import { printYaml } from '../../mapping/yaml/printYaml';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import type { AnswerExample } from './answerExamples';
import { fieldsOf } from './draftContract';
import { learnLines } from './learnLines';
import { ruleOf } from './renderLearned';

/** Returns the short form of a field that has only a type. */
const written = (field: WrittenField): unknown => {
  const { type, fields, each, ...facts } = field;
  if (type !== undefined && Object.keys(facts).length === 0) return type;
  return {
    ...field,
    ...(fields === undefined ? {} : { fields: writtenAll(fields) }),
    ...(each === undefined ? {} : { each: written(each) }),
  };
};

const writtenAll = (fields: Readonly<Record<string, WrittenField>>): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, written(field)]));

/** Returns a name in camel case: `gift-card` is `giftCard`. */
export const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns a name as it stands in a path: `giftCards` is `gift-cards`. */
const kebab = (type: string): string => type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The first mapping file of a resource, and the open points in it. */
export interface Draft {
  readonly text: string;
  readonly faults: readonly Fault[];
}

const notes = (
  things: number,
  open: readonly { readonly attribute: string; readonly why: string }[],
): string =>
  [
    `A draft from ${things} things that both APIs showed. Read each line: what was never seen is not in it, as the`,
    'statuses, nulls and limits that did not occur. The paths under `operations` are guesses.',
    ...(open.length === 0 ? [] : ['Nothing is proposed for:']),
    ...open.map(({ attribute, why }) => `  ${attribute}: ${why}`),
  ].join('\n');

interface DraftParts {
  readonly resource: string;
  /** Contracts of each side by name; the one named first is the resource's own. */
  readonly adds: {
    readonly v1: Readonly<Record<string, Readonly<Record<string, WrittenField>>>>;
    readonly v2: Readonly<Record<string, Readonly<Record<string, WrittenField>>>>;
  };
  readonly dates: string;
  readonly type: string;
  /** Member of v2 with the id. */
  readonly id?: string;
  /** Rules in the form of a mapping file. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly operations: Readonly<Record<string, unknown>>;
  /** True for a pair of APIs that is not the shipped one. */
  readonly isOfOwnPair?: boolean;
  /** Reason why v1 does not show the fields that no rule reads. */
  readonly unused: string;
  readonly note: string;
}

/** Returns the contracts of a side, each field in its shortest form. */
export const writtenSide = (side: DraftParts['adds']['v1']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(side).map(([name, fields]) => [name, writtenAll(fields)]));

/** Prints a mapping file, with each v2 field that no rule reads, and checks it: faults are the open points. */
export function draftFile(draftParts: DraftParts): Draft {
  const {
    resource,
    adds,
    dates,
    type,
    id = 'id',
    attributes,
    operations,
    isOfOwnPair = false,
    unused,
    note,
  } = draftParts;
  const [v1 = '', v2 = ''] = [adds.v1, adds.v2].map((side) => Object.keys(side)[0]);
  const print = (drops: Readonly<Record<string, string>>): string =>
    printYaml(
      {
        resource,
        contract: { v1, v2, adds: { v1: writtenSide(adds.v1), v2: writtenSide(adds.v2) } },
        dates,
        envelope: { type, id },
        attributes,
        drops,
        operations,
      },
      note,
    );
  const compiled = (text: string) => compileFile({ ...readDocument(`${resource}.yaml`, text), isOfOwnPair });
  const firstCompiledFile = compiled(print({}));
  const used = new Set(
    'document' in firstCompiledFile ? firstCompiledFile.resource?.ledger.uses.map(({ field }) => field) : [],
  );
  const wholeField = contractsWith(adds, isOfOwnPair).fields.v2.get(v2);
  const unusedFields =
    wholeField === undefined ? [] : leafPaths(wholeField).filter((field) => !used.has(field));
  const text = print(Object.fromEntries(unusedFields.map((field) => [field, unused])));
  const last = compiled(text);
  return { text, faults: 'document' in last ? last.faults : last };
}

/**
 * Drafts the mapping file of a resource that the program does not have, from resources that both APIs showed: its
 * contracts, the lines that at least 20 of 20 values support, the fields that v1 does not show, and a read by id.
 * `type` is v1's name of the resource, e.g. `giftCards`. Fails when the program has a contract of its name.
 */
export function draftMapping(
  resource: string,
  type: string,
  examples: readonly AnswerExample[],
): Result<Draft, string> {
  const name = camel(resource);
  if (contracts.v1.has(name) || contracts.v2.has(name))
    return failure(`there is a contract ${name} already: choose another name`);
  const { dates, lines, open } = learnLines(examples);
  const assumed = { path: 'assumed', parameters: 'assumed', success: 'assumed' };
  const path = `${kebab(type)}/{id}`;
  const shownSide = (side: 'v1' | 'v2') => ({
    [name]: fieldsOf(
      examples.map((answerExample) => answerExample[side]),
      side,
    ),
  });
  return success(
    draftFile({
      resource,
      type,
      dates,
      adds: { v1: shownSide('v1'), v2: shownSide('v2') },
      attributes: Object.fromEntries(lines.map((line) => [line.attribute, ruleOf(line)])),
      operations: {
        [`get${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`]: {
          v1: `GET /v1/${path}`,
          parameters: { id: 'integer' },
          v2: `GET /v2/${path}`,
          success: 200,
          evidence: assumed,
        },
      },
      unused: 'nothing that v1 showed came from it',
      note: notes(examples.length, open),
    }),
  );
}
