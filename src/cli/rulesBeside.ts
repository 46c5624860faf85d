import { existsSync } from 'node:fs';
import { ignoreFileOf } from './readIgnoreFile';

/** The file of agreed differences beside the mappings; undefined where there is none. */
export function rulesBeside(mappings: string): string | undefined {
  const file = ignoreFileOf(mappings);
  return existsSync(file) ? file : undefined;
}
