import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps nginx where an ordinary user does not look. */
const FURTHER = ['/usr/sbin', '/usr/local/sbin'];

/** True if a program can be started by its name. */
export function isInstalled(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FURTHER];
  return folders.some((folder) => existsSync(join(folder, program)));
}
