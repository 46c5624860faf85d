import { contracts } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import { definedMembers, failure, type Result, success } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { extendContracts } from '../../contract/knownContracts';
import { type CompiledFile, compileFile } from '../../mapping/compile/loadMappings';
import { leafPaths } from '../../mapping/compile/sourcePath';
import type { Fault } from '../../mapping/yaml/fileFault';
import { printYaml } from '../../mapping/yaml/printYaml';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import type { AnswerExample } from './answerExamples';
import { nameWords, withCapital } from '../../contract/field';
import { fieldsOf, type WrittenFields } from './draftContract';
import { learnLines, ruleOf } from './learnLines';
import { listRefusedLines, type RefusedLine, withoutLine } from './refusedLines';
import { isWholeText, type LearnedLine } from './tryLine';

/** Returns the short form of a field that has only a type. */
function writtenText(field: WrittenField): unknown {
  const { type, fields, each, map, ...facts } = field;
  if (type !== undefined && Object.keys(facts).length === 0) return type;
  const inside = {
    fields: fields && writtenAll(fields),
    each: each && writtenText(each),
    map: map && writtenText(map),
  };
  return { ...field, ...definedMembers(inside) };
}

const writtenAll = (fields: WrittenFields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, writtenText(field)]));

/** Returns a name in camel case: `gift-card` is `giftCard`. */
export const camelCase = (name: string): string => {
  const [firstWord = '', ...laterWords] = nameWords(name);
  return [firstWord, ...laterWords.map(withCapital)].join('');
};

/** The first mapping file of a resource, and the open points in it. */
export interface Draft {
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Contracts of one side by name; the one named first is the resource's own. */
type DraftedSide = Readonly<Record<string, WrittenFields>>;

interface DraftParts {
  readonly resource: string;
  readonly adds: { readonly v1: DraftedSide; readonly v2: DraftedSide };
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
  /** Lines that are left to do. */
  readonly open: readonly string[];
}

/** Returns the contracts of a side, each field in its shortest form. */
export const writtenSide = (side: DraftedSide): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(side).map(([name, fields]) => [name, writtenAll(fields)]));

/** Lists the v2 fields that no rule reads, and that no line would read which is left to do. */
function listUnused(
  fields: readonly string[],
  compiled: CompiledFile,
  refused: readonly RefusedLine[],
): readonly string[] {
  const uses = 'document' in compiled ? (compiled.resource?.ledger.uses ?? []) : [];
  const used = new Set(uses.map(({ field }) => field));
  const isOpen = (path: string): boolean =>
    refused.some(({ from }) => from !== undefined && (path === from || path.startsWith(`${from}.`)));
  return fields.filter((path) => !used.has(path) && !isOpen(path));
}

/**
 * Prints a mapping file, with each v2 field that no rule reads, and checks it: faults are the open points. A line of an own
 * pair that the check refuses becomes a point that is left to do.
 */
export function draftFile(draftParts: DraftParts): Draft {
  const { resource, adds, dates, type, id = 'id', isOfOwnPair = false, unused, note } = draftParts;
  const { attributes, operations } = draftParts;
  const [v1 = '', v2 = ''] = [adds.v1, adds.v2].map((side) => Object.keys(side)[0]);
  const contract = { v1, v2, adds: { v1: writtenSide(adds.v1), v2: writtenSide(adds.v2) } };
  const print = (file: object, open: readonly string[]) => {
    const lines = open.length === 0 ? [] : ['To do:', ...open.map((line) => `  ${line}`)];
    const text = printYaml(file, [note, ...lines].join('\n'));
    const document = { ...readDocument(`${resource}.yaml`, text), isOfOwnPair };
    const compiled = compileFile(document);
    return { text, document, compiled, faults: 'document' in compiled ? compiled.faults : compiled };
  };
  const file = { resource, contract, dates, envelope: { type, id }, attributes, drops: {}, operations };
  const printed = print(file, []);
  // What recorded answers show stays, whatever the contracts say of it.
  const refused = isOfOwnPair ? listRefusedLines(printed.document, printed.faults) : [];
  const keptFile = refused.reduce(
    (lines, { path }) => withoutLine(lines, path),
    printed.document.value as JsonObject,
  );
  const firstDraft = refused.length === 0 ? printed.compiled : print(keptFile, []).compiled;
  const wholeField = extendContracts(adds, { isOfOwnPair }).fields.v2.get(v2);
  const unusedFields = wholeField ? listUnused(leafPaths(wholeField), firstDraft, refused) : [];
  const drops = Object.fromEntries(unusedFields.map((field) => [field, unused]));
  const toDo = refused.map(({ path, why }) => `${path.slice(1).join('.')}: ${why}`);
  const { text, faults } = print({ ...keptFile, drops }, [...draftParts.open, ...toDo]);
  return { text, faults };
}

/** Describes instants of v1 as the texts that they are where v2's text is copied: no codec reads them. */
const asCopied = (fields: WrittenFields, lines: readonly LearnedLine[]): WrittenFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const line = lines.find(({ attribute }) => attribute === name);
      if (line?.pick !== undefined && field.fields !== undefined)
        return [name, { ...field, fields: asCopied(field.fields, line.pick) }];
      const isCopied = line !== undefined && line.codec === undefined;
      return [name, isCopied && field.type === 'date' ? { ...field, type: 'text' } : field];
    }),
  );

/** Describes whole numbers that v2 writes as text, where v1 shows the number. */
const withNumbersAsText = (
  fields: WrittenFields,
  lines: readonly LearnedLine[],
  examples: readonly AnswerExample[],
): WrittenFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const isNumber = lines.some(
        ({ attribute, from, codec }) =>
          from === name &&
          codec === undefined &&
          examples.every(({ v1, v2 }) => isWholeText({ v1: v1[attribute] ?? null, v2: v2[name] ?? null })),
      );
      return [name, isNumber ? { type: 'integer', asText: true } : field];
    }),
  );

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
  const name = camelCase(resource);
  if (contracts.v1.has(name) || contracts.v2.has(name))
    return failure(`there is a contract ${name} already: choose another name`);
  const { dates, lines, open } = learnLines(examples);
  const path = `${nameWords(type).join('-')}/{id}`;
  const shownSide = (side: 'v1' | 'v2') =>
    fieldsOf(
      examples.map((answerExample) => answerExample[side]),
      side,
    );
  const notes = [
    `A draft from ${examples.length} things that both APIs showed. Read each line: what was never seen is not in it, as the`,
    'statuses, nulls and limits that did not occur. The paths under `operations` are guesses.',
  ];
  const operation = {
    v1: `GET /v1/${path}`,
    parameters: { id: 'integer' },
    v2: `GET /v2/${path}`,
    success: 200,
    evidence: { path: 'assumed', parameters: 'assumed', success: 'assumed' },
  };
  return success(
    draftFile({
      resource,
      type,
      dates,
      adds: {
        v1: { [name]: asCopied(shownSide('v1'), lines) },
        v2: { [name]: withNumbersAsText(shownSide('v2'), lines, examples) },
      },
      attributes: Object.fromEntries(lines.map((line) => [line.attribute, ruleOf(line)])),
      operations: { [`get${withCapital(name)}`]: operation },
      unused: 'nothing that v1 showed came from it',
      note: notes.join('\n'),
      open: open.map(({ attribute, why }) => `${attribute}: ${why}`),
    }),
  );
}
