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

/** The short form of what has a type alone. */
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

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `giftCards` is `gift-cards` in a path. */
const kebab = (type: string): string => type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The first mapping file of a resource, and what is still to do in it. */
interface Draft {
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

/**
 * Drafts the mapping file of a resource that the program does not have, from things that both APIs showed: its contracts,
 * the lines that at least 20 of 20 values support, what v1 does not show, and a read by id. `type` is v1's name of the
 * resource, e.g. `giftCards`. Fails when the program has a contract of its name.
 */
export function draftMapping(
  resource: string,
  type: string,
  examples: readonly AnswerExample[],
): Result<Draft, string> {
  const name = camel(resource);
  if (contracts.v1.has(name) || contracts.v2.has(name))
    return failure(`there is a contract ${name} already: choose another name`);
  const adds = {
    v1: {
      [name]: fieldsOf(
        examples.map(({ v1 }) => v1),
        'v1',
      ),
    },
    v2: {
      [name]: fieldsOf(
        examples.map(({ v2 }) => v2),
        'v2',
      ),
    },
  };
  const { dates, lines, open } = learnLines(examples);
  const assumed = { path: 'assumed', parameters: 'assumed', success: 'assumed' };
  const path = `${kebab(type)}/{id}`;
  const print = (drops: Readonly<Record<string, string>>): string =>
    printYaml(
      {
        resource,
        contract: {
          v1: name,
          v2: name,
          adds: {
            v1: { [name]: writtenAll(adds.v1[name] ?? {}) },
            v2: { [name]: writtenAll(adds.v2[name] ?? {}) },
          },
        },
        ...{ dates, envelope: { type, id: 'id' } },
        attributes: Object.fromEntries(lines.map((line) => [line.attribute, ruleOf(line)])),
        drops,
        operations: {
          [`get${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`]: {
            ...{ v1: `GET /v1/${path}`, parameters: { id: 'integer' }, v2: `GET /v2/${path}` },
            ...{ success: 200, evidence: assumed },
          },
        },
      },
      notes(examples.length, open),
    );
  const compiled = (text: string) => compileFile(readDocument(`${resource}.yaml`, text));
  const trial = compiled(print({}));
  const used = new Set('document' in trial ? trial.resource?.ledger.uses.map(({ field }) => field) : []);
  const v2 = contractsWith(adds).fields.v2.get(name);
  const unused = v2 === undefined ? [] : leafPaths(v2).filter((field) => !used.has(field));
  const text = print(
    Object.fromEntries(unused.map((field) => [field, `nothing that v1 showed came from it`])),
  );
  const last = compiled(text);
  return success({ text, faults: 'document' in last ? last.faults : last });
}
