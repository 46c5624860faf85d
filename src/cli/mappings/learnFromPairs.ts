import { isJsonObject } from '../../contract/json';
import { type BodyPair, examplesOf, typesOf } from '../../proof/learn/answerExamples';
import { draftMapping } from '../../proof/learn/draftMapping';
import { didYouMean } from '../../mapping/yaml/complaints';
import { renderFault } from '../../mapping/yaml/fileFault';
import { readJson } from '../../mapping/translate/exactJson';
import { readProfile } from '../../mapping/profile/profileFile';
import { createWire } from '../../mapping/profile/wire';
import { PROFILE, readProfileText, SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { heardJson } from '../../gateway/outcome/wired';
import { readBytes, saveFile } from '../../runtime/files';
import { learnLines } from '../../proof/learn/learnLines';
import { renderLearned } from '../../proof/learn/renderLearned';
import { CommandEnd, type ExitCode, need, refused, type Surroundings } from '../command';
import { print, type Terminal } from '../terminal';

function pairOf(line: string): BodyPair | undefined {
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
  const lines = need(readBytes(file), code).toString().split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const pair = pairOf(line);
    if (pair !== undefined) return { v1: heardJson(pair.v1, wire, 'v1'), v2: heardJson(pair.v2, wire) };
    // The message leaves out the line itself, which may hold anything, even passwords.
    throw new CommandEnd([`${file}:${at + 1} is not a pair {"v1": ..., "v2": ...} as JSON`], code);
  });
}

/** Options of `lifeboat learn`. */
export interface LearnOptions {
  readonly pairs: string;
  /** Folder whose profile gives the form of both APIs. */
  readonly mappings?: string | undefined;
  readonly json?: boolean;
  /** Name of a resource to draft, e.g. `gift-card`. */
  readonly new?: string | undefined;
  /** v1's name of the resource, needed if the pairs show several. */
  readonly type?: string | undefined;
  /** File for the draft; absent: it is printed. */
  readonly out?: string | undefined;
  readonly force?: boolean;
}

/** Chooses the only v1 type of the pairs, or the given one. */
function typeIn(pairs: readonly BodyPair[], givenType: string | undefined): string {
  const types = typesOf(pairs);
  const [only] = types;
  const listed = types.join(', ');
  if (givenType !== undefined) {
    if (types.includes(givenType) || examplesOf(pairs, givenType).length > 0) return givenType;
    const hint = didYouMean(givenType, types) ?? `they show ${listed}`;
    throw new CommandEnd([`the pairs show no ${givenType}: ${hint}`], 1);
  }
  if (only === undefined)
    throw new CommandEnd(['no pair shows one thing on both sides, with the same id'], 1);
  if (types.length === 1) return only;
  throw new CommandEnd([`the pairs show ${listed}: name one with --type`], 1);
}

/** Writes the first mapping file of a resource, with a list of what is left to do at its end. */
function draft(
  resource: string,
  pairs: readonly BodyPair[],
  { type: givenType, out, force = false, json = false }: LearnOptions,
  terminal: Terminal,
): ExitCode {
  const type = typeIn(pairs, givenType);
  const { text, faults } = need(draftMapping(resource, type, examplesOf(pairs, type)));
  if (!json) for (const fault of faults) terminal.complain(renderFault(fault, terminal));
  if (out !== undefined) need(saveFile(out, text, { force }));
  const line =
    out === undefined ? text.trimEnd() : `wrote ${out}: read each line, and run \`lifeboat check\``;
  print({ ...(out === undefined ? { text } : { file: out }), faults }, [line], json, terminal);
  return 0;
}

/** Prints the mapping lines that recorded pairs support, or drafts a whole file; returns 1 if they support none. */
export function learn(options: LearnOptions, { terminal }: Pick<Surroundings, 'terminal'>): ExitCode {
  const pairs = readPairs(options.pairs, options.mappings ?? SHIPPED_MAPPINGS);
  if (options.new !== undefined) return draft(options.new, pairs, options, terminal);
  const examples = examplesOf(pairs, options.type);
  const learned = learnLines(examples);
  print({ things: examples.length, ...learned }, renderLearned(learned), options.json, terminal);
  if (learned.lines.length > 0) return 0;
  const reason = `nothing is learnt from ${examples.length} things that both APIs show: below 20 of 20 no line is proposed`;
  return refused([reason], terminal, 1);
}
