import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { YamlDocument } from '../../mapping/yaml/yamlDocument';
import { type BrokenLaw, lawTrials, type TryOptions } from '../../proof/laws/tryLaws';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Terminal } from '../terminal';
import { firstDifference, type FixtureDifference } from '../../proof/fixturesPlay';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import {
  type ChangedOperations,
  type PlayFixtures,
  type TriedMutant,
  tryMutants,
} from '../../proof/mutants/tryMutants';
import { joinPath } from '../../contract/field';
import { isJsonObject, type Json } from '../../contract/json';
import { didYouMean, faultAt } from '../../mapping/yaml/complaints';
import type { Fault } from '../../mapping/yaml/fileFault';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { type Narrowing, narrowingsOf } from '../../proof/witnesses/requestNarrowings';

/** Reads the text of a mapping line by its place (`account.yaml:12`). Another place has no text. */
function lineAt(
  documents: readonly YamlDocument[],
  position: string | undefined,
): { readonly text?: string } {
  const [file, line] = (position ?? '').split(':');
  const document = documents.find((candidate) => basename(candidate.file) === file);
  return document === undefined ? {} : { text: document.line(Number(line)) };
}

/** Results of the laws. */
export type LawFindings = Awaited<ReturnType<typeof findBrokenLaws>>;

/** Tries the laws on every resource. */
export async function findBrokenLaws(
  { resources, documents }: Mappings,
  options: TryOptions,
  progress: (done: number, of: number) => void,
) {
  const trials = resources.flatMap((resource) => lawTrials(resource, options));
  /** The broken laws, each with the text of the mapping line at fault. */
  const brokenLaws: (BrokenLaw & { readonly text?: string })[] = [];
  for (const [index, tryOne] of trials.entries()) {
    brokenLaws.push(...tryOne().map((law) => ({ ...law, ...lineAt(documents, law.place) })));
    progress(index + 1, trials.length);
    // A signal can end the command between two properties.
    await nextTurn();
  }
  return { ...options, properties: trials.length, broken: brokenLaws };
}

/** Prints every broken law with the values that break it and the mapping line at fault, and one line that sums up. */
export function printLaws(
  { broken: brokenLaws, properties, runs, seed }: LawFindings,
  { write, complain }: Terminal,
): void {
  for (const { law, says, what, place: position, text, exhibits } of brokenLaws) {
    complain(`the law "${law}" is broken: ${what}`);
    complain(`  it says: ${says}`);
    for (const [name, value] of Object.entries(exhibits)) complain(`  ${name}: ${JSON.stringify(value)}`);
    if (position !== undefined && text !== undefined) complain(`  ${position} | ${text.trim()}`);
    complain('');
  }
  const outcome = brokenLaws.length === 0 ? 'every law holds' : `${brokenLaws.length} broken`;
  write(`laws: ${properties} properties tried ${runs} times each with seed ${seed}: ${outcome}`);
}

/** Results of the mutants. */
export type MutantFindings = Awaited<ReturnType<typeof tryEveryMutant>>;

/** Puts the fixtures of the changed operation first: they are most likely to notice a mutant. */
export function sortByLikelihood(
  fixtures: readonly Fixture[],
  resources: Mappings['resources'],
  { resource, operation }: ChangedOperations,
): readonly Fixture[] {
  const ownOperations = resources.find(({ name }) => name === resource)?.operations ?? [];
  const names = new Set(ownOperations.map((resolved) => resolved.operation.name));
  const ofOperation = fixtures.filter((fixture) => fixture.operation === operation);
  const ofResource = fixtures.filter((fixture) => names.has(fixture.operation));
  return [...new Set([...ofOperation, ...ofResource, ...fixtures])];
}

/** Makes every mutant of the mappings, and checks that a start-up check or a fixture notices it. */
export async function tryEveryMutant(
  { resources, documents }: Mappings,
  fixtures: readonly Fixture[],
  progress: (done: number, of: number) => void,
) {
  const play: PlayFixtures = async (operations, changed) =>
    (await firstDifference(sortByLikelihood(fixtures, resources, changed), operations))?.place;
  const triedMutants = await tryMutants(documents, play, progress);
  const count = (outcome: TriedMutant['outcome']) =>
    triedMutants.filter((mutant) => mutant.outcome === outcome).length;
  const [refused, noticed, equivalent] = [count('refused'), count('noticed'), count('equivalent')];
  const real = triedMutants.length - equivalent;
  return {
    made: triedMutants.length,
    /** Those that a start-up check notices, that a fixture notices, and that change nothing. */
    refused,
    noticed,
    equivalent,
    survivors: triedMutants.filter(({ outcome }) => outcome === 'survived'),
    /** Share of the real mutants that were noticed, in percent. */
    score: real === 0 ? 100 : (100 * (refused + noticed)) / real,
  };
}

/** Prints every mutant that nothing noticed, with its line, and the score. */
export function printMutants(findings: MutantFindings, { write, complain }: Terminal): void {
  const { made: mutantCount, refused, noticed, equivalent, survivors, score } = findings;
  for (const { file, line, what, text } of survivors) {
    complain(`${file}:${line}: no check and no fixture notices: ${what}`);
    complain(`  ${line} | ${text}\n`);
  }
  const same = equivalent === 0 ? '' : `, ${equivalent} of the same meaning`;
  write(
    `mutants: ${mutantCount} made, ${refused} refused by the checks, ${noticed} noticed by fixtures${same}, ` +
      `${survivors.length} unnoticed: score ${(Math.floor(score * 10) / 10).toFixed(1)} %`,
  );
}

/** A place at which two values differ; undefined on the side that has no value there. */
interface UnlikePlace {
  /** Path such as `body.data.attributes.views`. It is empty for the whole value. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { __proto__: null, ...value } : undefined;

/** Finds the innermost places at which two JSON values differ, in document order. */
function findUnlikePlaces(expectedValue: unknown, got: unknown, path = ''): readonly UnlikePlace[] {
  if (isDeepStrictEqual(expectedValue, got)) return [];
  const [expectedMembers, gotMembers] = [membersOf(expectedValue), membersOf(got)];
  if (
    expectedMembers === undefined ||
    gotMembers === undefined ||
    Array.isArray(expectedValue) !== Array.isArray(got)
  ) {
    return [{ path, expected: expectedValue, got }];
  }
  const names = new Set([...Object.keys(expectedMembers), ...Object.keys(gotMembers)]);
  return [...names].flatMap((name) =>
    findUnlikePlaces(expectedMembers[name], gotMembers[name], joinPath(path, name)),
  );
}

/** Most places shown for one fixture. */
const MAX_SHOWN_PLACES = 5;

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Prints each failed fixture, with the places that differ. */
export function printDifferences(differences: readonly FixtureDifference[], { complain }: Terminal): void {
  for (const { fixture, place: position, what, expected, got } of differences) {
    complain(`${position}: ${fixture}: ${what} is not as expected`);
    const places = findUnlikePlaces(expected, got);
    for (const { path, ...unlike } of places.slice(0, MAX_SHOWN_PLACES)) {
      const start = path === '' ? '' : `${path}: `;
      complain(`  ${start}expected ${valueText(unlike.expected)}, got ${valueText(unlike.got)}`);
    }
    complain(places.length > MAX_SHOWN_PLACES ? `  and ${places.length - MAX_SHOWN_PLACES} more\n` : '');
  }
}

/** A narrowing with the text of its mapping line. */
export type ShownNarrowing = Narrowing & { readonly text?: string };

/** Narrowings without an agreement, and agreements without a narrowing. */
interface Narrowings {
  readonly open: readonly ShownNarrowing[];
  readonly faults: readonly Fault[];
}

const memberAt = (value: Json | undefined, [name, ...laterNames]: readonly string[]): Json | undefined => {
  if (name === undefined) return value;
  return isJsonObject(value) ? memberAt(value[name], laterNames) : undefined;
};

/** Collects the body members whose narrowing the mapping file agrees to, with the place of each agreement. */
function collectAgreed(documents: readonly YamlDocument[], resource: string, operation: string) {
  const path: readonly string[] = ['operations', operation, 'body', 'narrows'];
  const document = documents.find(({ value }) => memberAt(value as Json, ['resource']) === resource);
  const writtenValue = document === undefined ? undefined : memberAt(document.value as Json, path);
  return { document, path, members: isJsonObject(writtenValue) ? Object.keys(writtenValue) : [] };
}

function findResourceNarrowings(
  { name: resource, schemas }: ResolvedResource,
  resolved: ResolvedOperation,
  documents: readonly YamlDocument[],
): Narrowings {
  const { name } = resolved.operation;
  const { document, path, members } = collectAgreed(documents, resource, name);
  const schema = schemas.v2[resolved.body?.contract.v2 ?? ''];
  const narrowings = schema === undefined ? [] : narrowingsOf(resolved, schema);
  const narrowed = [...new Set(narrowings.map(({ member }) => member))];
  return {
    open: narrowings
      .filter(({ member }) => !members.includes(member))
      .map((narrowing) => ({ ...narrowing, ...lineAt(documents, narrowing.place) })),
    faults: members.flatMap((member) => {
      if (document === undefined || narrowed.includes(member)) return [];
      return faultAt(document, [...path, member], {
        code: 'narrows-nothing',
        message: `v2 takes of ${member} whatever v1 takes`,
        hint: didYouMean(member, narrowed) ?? 'delete this line',
        part: 'key',
      });
    }),
  };
}

/** Finds every member that v1 accepts and v2 would refuse, except those that the mappings agree to. */
export function findNarrowings(
  resources: readonly ResolvedResource[],
  documents: readonly YamlDocument[],
): Narrowings {
  const all = resources.flatMap((resource) =>
    resource.operations.map((resolved) => findResourceNarrowings(resource, resolved, documents)),
  );
  return { open: all.flatMap(({ open }) => open), faults: all.flatMap(({ faults }) => faults) };
}

const MAX_SHOWN_CHARACTERS = 60;

function shownText(value: ShownNarrowing['value']): string {
  const text = valueText(value);
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  return `${text.slice(0, MAX_SHOWN_CHARACTERS)}... (${text.length - 2} characters)`;
}

/** Warns of values that v1 accepts and v2 would refuse: the member, its relation to v2's limit, an example. */
export function printNarrowings(shownNarrowings: readonly ShownNarrowing[], { complain }: Terminal): void {
  for (const { operation, member, is, value, place: position, text } of shownNarrowings) {
    complain(
      `warning: ${operation}: v2 refuses what v1 takes: ${member} that is ${is}, e.g. ${shownText(value)}`,
    );
    if (text !== undefined) complain(`  ${position} | ${text.trim()}`);
  }
  if (shownNarrowings.length > 0) complain('');
}
