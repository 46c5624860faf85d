import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the package: two levels above this file, built or not. */
export const PACKAGE_ROOT = join(__dirname, '..', '..');

/** Reads the alert rules or the dashboard in the package. */
export const monitoringFile = (name: 'alerts.yaml' | 'grafana.json'): string =>
  readFileSync(join(PACKAGE_ROOT, 'src', 'http', 'observability', name), 'utf8');

/** Reads the runbook as Markdown. */
export const runbookFile = (): string =>
  readFileSync(join(PACKAGE_ROOT, 'src', 'cutover', 'README.md'), 'utf8');

/** Reads the version from package.json. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
