import { examplesOf } from '../../learning/examplesOf';
import { learnLines } from '../../learning/learnLines';
import { renderLearned } from '../../learning/renderLearned';
import type { ExitCode } from '../exitCode';
import type { Terminal } from '../terminal';
import { readPairs } from './readPairs';

/** The options of `lifeboat learn`. */
export interface LearnOptions {
  readonly pairs: string;
  readonly json: boolean;
}

/** Prints the mapping lines that recorded pairs speak for; 1 when they speak for none. */
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
