import { isJsonObject } from '../../contract/json';
import { type BodyPair, examplesOf, typesOf } from '../../proof/learn/answerExamples';
import { draftMapping } from '../../proof/learn/draftMapping';
import { didYouMean } from '../../mapping/yaml/complaints';
import { renderFault } from '../../mapping/yaml/fileFault';
import { readJson } from '../../mapping/translate/exactJson';
import { failure, type Result, success } from '../../contract/result';
import { readProfile } from '../../mapping/profile/profileFile';
import { createWire } from '../../mapping/profile/wire';
import { PROFILE, readProfileText, SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { heardJson } from '../../gateway/outcome/wired';
import { readBytes, saveFile } from '../../runtime/files';
import { learnLines } from '../../proof/learn/learnLines';
import { renderLearned } from '../../proof/learn/renderLearned';
import { type ExitCode, refused } from '../command';
import type { Terminal } from '../terminal';

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
export function readPairs(file: string, folder: string): Result<readonly BodyPair[], string> {
  const profile = readProfile(readProfileText(folder));
  if (!profile.ok) return failure(`${PROFILE} in ${folder} has faults: run \`lifeboat check\``);
  const wire = createWire(profile.value);
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const pairs: BodyPair[] = [];
  for (const [at, line] of bytes.value.toString().split('\n').entries()) {
    if (line.trim() === '') continue;
    const pair = pairOf(line);
    // The message leaves out the line itself, which may hold anything, even passwords.
    if (pair === undefined) return failure(`${file}:${at + 1} is not a pair {"v1": ..., "v2": ...} as JSON`);
    pairs.push({ v1: heardJson(pair.v1, wire, 'v1'), v2: heardJson(pair.v2, wire) });
  }
  return success(pairs);
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
function typeIn(pairs: readonly BodyPair[], givenType: string | undefined): Result<string, string> {
  const types = typesOf(pairs);
  const [only] = types;
  if (givenType !== undefined) {
    if (types.includes(givenType) || examplesOf(pairs, givenType).length > 0) return success(givenType);
    return failure(
      `the pairs show no ${givenType}: ${didYouMean(givenType, types) ?? `they show ${types.join(', ')}`}`,
    );
  }
  if (only === undefined) return failure('no pair shows one thing on both sides, with the same id');
  return types.length === 1
    ? success(only)
    : failure(`the pairs show ${types.join(', ')}: name one with --type`);
}

type Drafted = Extract<ReturnType<typeof draftMapping>, { ok: true }>['value'];

const draftAsJson = ({ text, faults }: Drafted, out: string | undefined): string =>
  JSON.stringify({ ...(out === undefined ? { text } : { file: out }), faults }, null, 2);

const draftAsText = (text: string, out: string | undefined): string =>
  out === undefined ? text.trimEnd() : `wrote ${out}: read each line, and run \`lifeboat check\``;

/** Writes the first mapping file of a resource, with a list of what is left to do at its end. */
function draft(
  resource: string,
  pairs: readonly BodyPair[],
  options: LearnOptions,
  { write, complain, colour }: Terminal,
): ExitCode {
  const type = typeIn(pairs, options.type);
  const drafted = type.ok ? draftMapping(resource, type.value, examplesOf(pairs, type.value)) : type;
  if (!drafted.ok) {
    complain(drafted.failure);
    return 1;
  }
  const { out, json = false } = options;
  const { text, faults } = drafted.value;
  const saved = out === undefined ? success(out) : saveFile(out, text, { force: options.force === true });
  if (!json || !saved.ok) for (const fault of faults) complain(renderFault(fault, { colour }));
  if (!saved.ok) return refused([saved.failure], { complain }, 1);
  write(json ? draftAsJson(drafted.value, out) : draftAsText(text, out));
  return 0;
}

/** Prints the mapping lines that recorded pairs support, or drafts a whole file; returns 1 if they support none. */
export function learn(options: LearnOptions, terminal: Terminal): ExitCode {
  const { write, complain } = terminal;
  const pairs = readPairs(options.pairs, options.mappings ?? SHIPPED_MAPPINGS);
  if (!pairs.ok) {
    complain(pairs.failure);
    return 1;
  }
  if (options.new !== undefined) return draft(options.new, pairs.value, options, terminal);
  const examples = examplesOf(pairs.value, options.type);
  const learned = learnLines(examples);
  if (options.json === true) write(JSON.stringify({ things: examples.length, ...learned }, null, 2));
  else for (const line of renderLearned(learned)) write(line);
  if (learned.lines.length > 0) return 0;

  complain(
    `nothing is learnt from ${examples.length} things that both APIs show: below 20 of 20 no line is proposed`,
  );
  return 1;
}
