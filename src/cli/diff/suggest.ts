import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import { examplesOf } from '../../learning/examplesOf';
import { suggestChanges } from '../../learning/suggestChanges';
import type { ExitCode } from '../exitCode';
import { readPairs } from '../learn/readPairs';
import { readMappings } from '../readMappings';
import type { Terminal } from '../terminal';
import { renderSuggestion } from './renderSuggestion';

/** The options of `lifeboat diff --suggest`. */
export interface SuggestOptions {
  /** File of pairs `{"v1": body, "v2": body}`. */
  readonly suggest: string;
  readonly mappings?: string | undefined;
}

/** Prints which mapping lines do not make what v1 showed, and which would; 0 when all do. */
export function suggest({ suggest: file, mappings: folder }: SuggestOptions, terminal: Terminal): ExitCode {
  const pairs = readPairs(file);
  const mappings = readMappings(folder ?? SHIPPED_MAPPINGS, terminal);
  if (!pairs.ok || !mappings.ok) {
    const faults = [...(pairs.ok ? [] : [pairs.failure]), ...(mappings.ok ? [] : mappings.failure)];
    for (const fault of faults) terminal.complain(fault);
    return 1;
  }
  const found = mappings.value.resources.flatMap((resource) =>
    suggestChanges(resource, examplesOf(pairs.value, resource.envelope.type)),
  );
  for (const line of found.flatMap(renderSuggestion)) terminal.write(line);
  if (found.length > 0) return 1;
  terminal.write('the mappings make what v1 showed, in all pairs');
  return 0;
}
