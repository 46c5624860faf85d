import type { ConfigFault } from './configFault';
import { isLoopback } from './isLoopback';
import { MEMORY } from './settingKinds';
import type { Settings } from './settings';

/** What a configuration is for: with the sandbox there is no other upstream. */
export interface Purpose {
  readonly sandbox: boolean;
}

/** What single settings cannot say: one that is needed only because of another. */
export function missingSettings(settings: Settings, purpose: Purpose): ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (settings.upstream.v2 === undefined && !purpose.sandbox) {
    const hint = 'set LIFEBOAT_UPSTREAM_V2, write it into a file made by `lifeboat init`, or use --sandbox';
    const message = 'is missing: the origin of API v2, such as https://api.example.com';
    faults.push({ kind: 'named', place: 'upstream.v2', code: 'missing-setting', message, hint });
  }
  if (settings.store !== MEMORY && settings.index.secret === undefined) {
    const hint = 'set LIFEBOAT_INDEX_SECRET to the output of: openssl rand -hex 32';
    const message = 'is missing: an index on disk can only be read again with the secret it was written with';
    faults.push({ kind: 'named', place: 'index.secret', code: 'missing-setting', message, hint });
  }
  if (settings.keys.v2Paths === 'exchange' && settings.keys.exchange === undefined) {
    const hint = 'make a table with `lifeboat keys add` and set LIFEBOAT_KEYS_EXCHANGE';
    const message = 'is missing: without a table there is nothing to exchange under /v2 (keys.v2Paths)';
    faults.push({ kind: 'named', place: 'keys.exchange', code: 'missing-setting', message, hint });
  }
  if (!isLoopback(settings.admin.host) && settings.admin.token === undefined) {
    const hint = 'set LIFEBOAT_ADMIN_TOKEN to the output of: openssl rand -hex 32';
    const message = 'is missing: an admin port that others can reach needs one';
    faults.push({ kind: 'named', place: 'admin.token', code: 'missing-setting', message, hint });
  }
  return faults;
}
