import { join } from 'node:path';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';

/** Settings of a gateway whose v1 lives and answers everything at first, and whose operator has the usual token. */
export const settingsOnV1 = (v1: string, v2 = v1) => ({
  LIFEBOAT_UPSTREAM_V1: v1,
  LIFEBOAT_UPSTREAM_V2: v2,
  LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
  LIFEBOAT_CUTOVER_START: 'v1',
  LIFEBOAT_ADMIN_TOKEN: TOKEN,
});

/** Writes a table of keys into a folder, in which a variable holds the v2 key of a caller called bot; returns its settings. */
export async function settingsOfKeys(folder: string, keys: { readonly v1: string; readonly v2: string }) {
  const file = join(folder, 'keys.yaml');
  const v1 = digestKey(keys.v1).toString('hex');
  await writeKeyFile(file, { keys: [{ name: 'bot', v1, v2: [{ env: 'V2_KEY' }], created: '2025-01-01' }] });
  return { LIFEBOAT_KEYS_EXCHANGE: file, V2_KEY: keys.v2 };
}
