import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { KeyTable } from './keyTable';

const HEADER = '# v1 keys (as SHA-256) and the v2 keys they stand for. `lifeboat keys` edits this file.\n';

/**
 * Writes a key table, readable by its owner only. The file is replaced as a whole: whoever reads it meanwhile, and
 * whatever ends the process, it is the old table or the new one. Rejects when it cannot be written.
 */
export async function writeKeyFile(file: string, table: KeyTable): Promise<void> {
  // A name that is a link keeps being one: what it leads to is replaced.
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(HEADER + stringify(table));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}
