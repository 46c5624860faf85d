import { isJsonObject, type Json } from '../../contract/json';
import { type BodyPair, examplesOf, type IdNames, typesOf } from '../../proof/learn/answerExamples';
import { draftMapping } from '../../proof/learn/draftMapping';
import { didYouMean } from '../../mapping/yaml/complaints';
import { renderFault } from '../../mapping/yaml/fileFault';
import { readJson } from '../../mapping/translate/exactJson';
import { valueIn } from '../../mapping/profile/places';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import { readProfile } from '../../mapping/profile/profileFile';
import { createWire } from '../../mapping/profile/wire';
import {
  PROFILE,
  readMappingFolder,
  readProfileText,
  SHIPPED_MAPPINGS,
} from '../../mapping/yaml/mappingFolder';
import { jsonInMappingForm } from '../../gateway/outcome/pairDialect';
import { readBytes } from '../../runtime/files';
import { learnLines, renderLearned, renderLine } from '../../proof/learn/learnLines';
import { CommandEnd, type ExitCode, valueOrEnd, printRefusal, type Surroundings } from '../command';
import { keepPresentLines, print, type Terminal } from '../terminal';
import { suggestChanges, type Suggestion } from '../../proof/learn/suggestChanges';
import { compilePathTest } from '../../comparison/compare/agreement';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { DiffExit } from '../diff/diffVerdict';
import { readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import { systemClock as clock } from '../../runtime/systemClock';

function parsePair(line: string): BodyPair | undefined {
  const read = readJson(line, 'drop');
  if (!read.ok || !isJsonObject(read.value)) return undefined;
  const { v1, v2 } = read.value;
  return v1 === undefined || v2 === undefined ? undefined : { v1, v2 };
}

/**
 * Reads recorded pairs of bodies, one `{"v1": ..., "v2": ...}` per line, in the form that the profile of a folder of
 * mappings gives both APIs. Ignores blank lines.
 */
export function readPairs(file: string, folder: string, code = 1): readonly BodyPair[] {
  const profile = readProfile(readProfileText(folder));
  if (!profile.ok) throw new CommandEnd([`${PROFILE} in ${folder} has faults: run \`lifeboat check\``], code);
  const wire = createWire(profile.value);
  const lines = valueOrEnd(readBytes(file), code).toString().split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const pair = parsePair(line);
    if (pair !== undefined)
      return { v1: jsonInMappingForm(pair.v1, wire, 'v1'), v2: jsonInMappingForm(pair.v2, wire) };
    // The message leaves out the line itself, which may hold anything, even passwords.
    throw new CommandEnd([`${file}:${index + 1} is not a pair {"v1": ..., "v2": ...} as JSON`], code);
  });
}

/**
 * Names the members with the ids of a folder's resources: v2's of the envelope, and what maps to it in v1. The files may
 * have faults, because `learn` helps to write them.
 */
function listIdNames(folder: string): IdNames {
  const files = readMappingFolder(folder).map(({ file, text }) => readDocument(file, text).value as Json);
  const suggestions = files.flatMap((file) => {
    const id = valueIn(file ?? null, 'envelope.id');
    const attributes = valueIn(file ?? null, 'attributes') ?? null;
    if (typeof id !== 'string' || !isJsonObject(attributes)) return [];
    const v1 = Object.keys(attributes).filter((name) =>
      [attributes[name], valueIn(attributes[name] ?? null, 'from')].includes(id),
    );
    return { v1, v2: id };
  });
  return { v1: suggestions.flatMap(({ v1 }) => v1), v2: suggestions.map(({ v2 }) => v2) };
}

export interface LearnOptions {
  readonly pairs: string;
  readonly mappings?: string | undefined;
  readonly json?: boolean;
  readonly new?: string | undefined;
  readonly type?: string | undefined;
}

const NO_PAIR =
  'no pair shows one thing on both sides, with the same id: each of them needs `id` (and v1 `type`, or name one with --type) where `one:` or `list:` of api.yaml says, or the member that a mapping maps to v2 with a line such as `vid: id`';

/** Chooses the only v1 type of the pairs, or the given one; `resource` where a flat API names none. */
function chooseType(
  pairs: readonly BodyPair[],
  givenType: string | undefined,
  { resource, names }: { readonly resource: string; readonly names: IdNames },
): string {
  const types = typesOf(pairs, names);
  const [only] = types;
  const typeList = types.join(', ');
  if (givenType !== undefined) {
    if (types.includes(givenType) || examplesOf(pairs, givenType, names).length > 0) return givenType;
    const hint = didYouMean(givenType, types) ?? `they show ${typeList}`;
    throw new CommandEnd([`the pairs show no ${givenType}: ${hint}`], 1);
  }
  if (only === undefined) {
    if (examplesOf(pairs, undefined, names).length > 0) return resource;
    throw new CommandEnd([NO_PAIR], 1);
  }
  if (types.length === 1) return only;
  throw new CommandEnd([`the pairs show ${typeList}: name one with --type`], 1);
}

/** Prints the first mapping file of a resource, with a list of what is left to do at its end. */
function draftResourceFile(
  resource: string,
  pairs: readonly BodyPair[],
  { type: givenType, mappings = SHIPPED_MAPPINGS, json }: LearnOptions,
  terminal: Terminal,
): ExitCode {
  const names = listIdNames(mappings);
  const type = chooseType(pairs, givenType, { resource, names });
  const { text, faults } = valueOrEnd(draftMapping(resource, type, examplesOf(pairs, type, names)));
  if (json !== true) for (const fault of faults) terminal.complain(renderFault(fault, terminal));
  print({ text, faults }, [text.trimEnd()], json, terminal);
  return 0;
}

/** Prints the mapping lines that recorded pairs support, or drafts a whole file. Returns 1 if they support none. */
export function printLearnedLines(
  options: LearnOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): ExitCode {
  const folder = options.mappings ?? SHIPPED_MAPPINGS;
  const pairs = readPairs(options.pairs, folder);
  if (options.new !== undefined) return draftResourceFile(options.new, pairs, options, terminal);
  const examples = examplesOf(pairs, options.type, listIdNames(folder));
  const learned = learnLines(examples);
  print({ things: examples.length, ...learned }, renderLearned(learned), options.json, terminal);
  if (learned.lines.length > 0) return 0;
  if (examples.length === 0) return printRefusal([`nothing is learnt: ${NO_PAIR}`], terminal, 1);
  const reason = `nothing is learnt from ${examples.length} things that both APIs show: below 20 of 20 no line is proposed`;
  return printRefusal([reason], terminal, 1);
}

/** Pairs that a relation has to explain before it is shown: this many without exception, or nearly all of many more. */
const EXPLAINED = 20;
const NEARLY_ALL = 0.95;

function relationLine({ relation }: Suggestion): readonly string[] {
  if (relation === undefined) return [];
  const { text, explained, of, lower } = relation;
  const isShown = (explained === of && of >= EXPLAINED) || lower >= NEARLY_ALL;
  return keepPresentLines([isShown && `  v2 makes it ${text}: ${explained} of ${of}`]);
}

function changeLines({ line, things }: Suggestion): readonly string[] {
  if (line === undefined) return ['  no line is sure to make it: too few pairs, or no codec writes it so'];
  return [`  + ${renderLine(line)}`, `  would have differed in 0 of ${things}`];
}

/** Renders a suggestion for people: the present line with its place, the explanation, the new line. */
const renderSuggestion = (suggestion: Suggestion): readonly string[] => [
  `${suggestion.place ?? 'no line'}: ${suggestion.attribute} differs in ${suggestion.differing} of ${suggestion.things}`,
  ...relationLine(suggestion),
  ...changeLines(suggestion),
];

export interface SuggestOptions {
  readonly suggest: string;
  readonly mappings?: string | undefined;
  readonly rules?: string | undefined;
  readonly format?: string | undefined;
}

/** Places of the attributes of a resource: in a single answer, and in a list. */
const PLACES = ['data.attributes.', 'data.[].attributes.'];

/** Creates the test for the attributes of a resource that may differ by agreement. */
function createAgreedAttributeTest(rules: readonly IgnoreRule[], { operations }: ResolvedResource) {
  const names = new Set(operations.map(({ operation }) => operation.name));
  const agreedTests = rules
    .filter(
      ({ comparator, kind, operation, expires }) =>
        comparator.kind === 'ignore' &&
        kind === undefined &&
        expires > clock.now() &&
        (operation === undefined || names.has(operation)),
    )
    .map(({ path }) => compilePathTest(path));
  return (attribute: string): boolean =>
    agreedTests.some((matches) => PLACES.some((prefix) => matches(`${prefix}${attribute}`)));
}

/**
 * Prints the mapping lines that do not make v1's values, with lines that would, except for agreed differences. Returns
 * 0 if all lines do.
 */
export function suggestLines(options: SuggestOptions, terminal: Terminal): DiffExit {
  const { suggest: file, mappings: folder = SHIPPED_MAPPINGS, rules: rulesFile, format } = options;
  const pairs = readPairs(file, folder, 3);
  const { operations, resources } = valueOrEnd(readMappings(folder, terminal), 3);
  const operationNames = operations.map(({ name }) => name);
  const names = listIdNames(folder);
  const rules = valueOrEnd(readRulesFile(rulesFile ?? rulesFileOf(folder), operationNames, terminal), 3);
  const agreedNames: string[] = [];
  const suggestions = resources.flatMap((resource) => {
    const isAgreed = createAgreedAttributeTest(rules, resource);
    return suggestChanges(resource, examplesOf(pairs, resource.envelope.type, names)).filter(
      ({ attribute }) => {
        if (isAgreed(attribute)) agreedNames.push(attribute);
        return !isAgreed(attribute);
      },
    );
  });
  const lines = keepPresentLines([
    ...suggestions.flatMap(renderSuggestion),
    agreedNames.length > 0 && `differ and are agreed: ${agreedNames.join(', ')}`,
    suggestions.length === 0 && 'the mappings make what v1 showed, in all pairs',
  ]);
  print({ suggestions, agreed: agreedNames }, lines, format === 'json', terminal);
  return suggestions.length > 0 ? 1 : 0;
}
