import { isJsonObject } from '../../contract/json';
import { type BodyPair, examplesOf } from '../../proof/learn/answerExamples';
import { readJson } from '../../mapping/translate/exactJson';
import { failure, type Result, success } from '../../contract/result';
import { readBytes } from '../../runtime/files';
import { learnLines } from '../../proof/learn/learnLines';
import { renderLearned } from '../../proof/learn/renderLearned';
import type { ExitCode } from '../command';
import type { Terminal } from '../terminal';

function pairOf(line: string): BodyPair | undefined {
  const read = readJson(line, 'drop');
  if (!read.ok || !isJsonObject(read.value)) return undefined;
  const { v1, v2 } = read.value;
  return v1 === undefined || v2 === undefined ? undefined : { v1, v2 };
}

/** Reads recorded pairs of bodies, one `{"v1": ..., "v2": ...}` per line; blank lines are ignored. */
export function readPairs(file: string): Result<readonly BodyPair[], string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const pairs: BodyPair[] = [];
  for (const [at, line] of bytes.value.toString().split('\n').entries()) {
    if (line.trim() === '') continue;
    const pair = pairOf(line);
    // The message leaves out the line itself: it may hold anything, even passwords.
    if (pair === undefined) return failure(`${file}:${at + 1} is not a pair {"v1": ..., "v2": ...} as JSON`);
    pairs.push(pair);
  }
  return success(pairs);
}

/** Options of `lifeboat learn`. */
export interface LearnOptions {
  readonly pairs: string;
  readonly json: boolean;
}

/** Prints the mapping lines that recorded pairs support; 1 when they support none. */
export function learn({ pairs: file, json }: LearnOptions, { write, complain }: Terminal): ExitCode {
  const pairs = readPairs(file);
  if (!pairs.ok) {
    complain(pairs.failure);
    return 1;
  }
  const examples = examplesOf(pairs.value);
  const learned = learnLines(examples);
  if (json) write(JSON.stringify({ things: examples.length, ...learned }, null, 2));
  else for (const line of renderLearned(learned)) write(line);
  if (learned.lines.length > 0) return 0;

  complain(
    `nothing is learnt from ${examples.length} things that both APIs show: below 20 of 20 no line is proposed`,
  );
  return 1;
}
