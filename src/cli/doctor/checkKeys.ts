import type { Environment } from '../../config';
import { readBearer } from '../../gateway/keys/clientKeys';
import { type Platform, platformOf } from '../../contract/platform';
import { failure, type Result, success } from '../../contract/result';
import { type Finding, findingsAbout } from './doctorFindings';
import type { Config } from '../../config/configuration';
import type { Fault } from '../../mapping/yaml/fileFault';
import { listKeys } from '../../gateway/keys/editKeyTable';
import { loadKeyTable, readExchanges } from '../../gateway/keys/keyTable';

/** Reads the operator's key from the named environment variable; undefined if no variable was named. */
export function operatorKey(
  name: string | undefined,
  environment: Environment,
): Result<string | undefined, Finding> {
  if (name === undefined) return success(undefined);
  const { error } = findingsAbout('keys');
  const value = environment[name] ?? '';
  if (value === '') return failure(error(`${name} is not set`, 'put a key of v2 into it'));
  if (readBearer(`Bearer ${value}`) !== value) {
    return failure(error(`what ${name} holds is not a key`, 'a key is one word without blanks or line ends'));
  }
  return success(value);
}

const { ok, warning, error } = findingsAbout('keys');

const faultFinding = ({ file, line, message, hint }: Fault): Finding =>
  error(`${file}:${line}: ${message}`, hint);

/** Says that the rights of a file without a mode cannot be checked. */
const rightsOf = (file: string, { hasModes, protect }: Platform): readonly Finding[] =>
  hasModes
    ? []
    : [warning(`who may read ${file} cannot be checked on this system`, `if in doubt: ${protect(file)}`)];

/** Checks how keys are passed to v2, and how old the keys of the exchange table are at `now` (ms). */
export async function checkKeys(
  keys: Config['keys'],
  environment: Environment,
  now: number,
  platform = platformOf(process.platform),
): Promise<Finding[]> {
  if (keys.kind === 'passOn') {
    return [ok('the keys of clients go to v2 as they are: v2 has to accept the keys that clients hold')];
  }
  const parsed = await loadKeyTable(keys.file, platform);
  if (!parsed.ok) return parsed.failure.map(faultFinding);
  const exchanges = readExchanges(parsed.value, environment);
  const missing = exchanges.ok ? [] : exchanges.failure.map(faultFinding);
  const listed = listKeys(parsed.value.table, now);
  if (listed.length === 0) {
    return [
      warning(
        'the exchange table is empty: every v1 request is answered 401',
        'add a key: lifeboat keys add NAME',
      ),
    ];
  }
  const old = listed.flatMap(({ name, warning: text }) =>
    text === undefined ? [] : [warning(`${name} is ${text}`, `run: lifeboat keys add ${name}`)],
  );
  const oldest = Math.max(...listed.map(({ ageDays }) => ageDays));
  const paths = keys.v2Paths === 'exchange' ? '/v1 and /v2' : '/v1';
  const finding = `${listed.length} in the exchange table for ${paths}, the oldest ${oldest} days old`;
  return [ok(finding), ...rightsOf(keys.file, platform), ...missing, ...old];
}
