import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of agreed differences, below the folder of the mappings; undefined where there is none. */
export function rulesBeside(mappings: string): string | undefined {
  const file = join(mappings, 'comparison', 'ignore.yaml');
  return existsSync(file) ? file : undefined;
}
