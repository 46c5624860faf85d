import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import { platformOf } from '../../contract/platform';
import { failure, type Result, success } from '../../contract/result';
import { readBearer } from '../../gateway/keys/clientKeys';
import { listKeys } from '../../gateway/keys/editKeyTable';
import { loadKeyTable, readExchanges } from '../../gateway/keys/keyTable';
import { faultFinding } from './checkFiles';
import { type CheckRun, error, fine, type Said, warning } from './doctorFindings';

/** Reads the operator's key from the named environment variable; undefined if no variable was named. */
export function operatorKey(
  name: string | undefined,
  environment: Environment,
): Result<string | undefined, Said> {
  if (name === undefined) return success(undefined);
  const value = environment[name] ?? '';
  if (value === '') return failure(error(`${name} is not set`, 'put a key of v2 into it'));
  return readBearer(`Bearer ${value}`) === value
    ? success(value)
    : failure(error(`what ${name} holds is not a key`, 'a key is one word without blanks or line ends'));
}

/** Checks how keys are passed to v2, and how old the keys of the exchange table are at `now` (ms). */
export async function* checkKeys(
  keys: Config['keys'],
  environment: Environment,
  now: number,
  platform = platformOf(process.platform),
): CheckRun {
  if (keys.kind === 'passOn')
    return yield fine(
      'the keys of clients go to v2 as they are: v2 has to accept the keys that clients hold',
    );
  const parsed = await loadKeyTable(keys.file, platform);
  if (!parsed.ok) return yield* parsed.failure.map(faultFinding);
  const listed = listKeys(parsed.value.table, now);
  if (listed.length === 0)
    return yield warning(
      'the exchange table is empty: every v1 request is answered 401',
      'add a key: lifeboat keys add NAME',
    );
  const oldest = Math.max(...listed.map(({ ageDays }) => ageDays));
  const paths = keys.v2Paths === 'exchange' ? '/v1 and /v2' : '/v1';
  yield fine(`${listed.length} in the exchange table for ${paths}, the oldest ${oldest} days old`);
  if (!platform.hasModes)
    yield warning(
      `who may read ${keys.file} cannot be checked on this system`,
      `if in doubt: ${platform.protect(keys.file)}`,
    );
  const exchanges = readExchanges(parsed.value, environment);
  if (!exchanges.ok) yield* exchanges.failure.map(faultFinding);
  for (const { name, warning: text } of listed)
    if (text !== undefined) yield warning(`${name} is ${text}`, `run: lifeboat keys add ${name}`);
}
