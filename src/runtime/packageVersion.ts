import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the version from package.json, two levels above this file, built or not. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known ? String(manifest.version) : 'unknown';
}
