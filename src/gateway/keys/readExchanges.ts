import type { Fault } from '../../document/fault';
import { failure, type Result, success } from '../../translation/result';
import type { Exchange } from './exchangeKeys';
import { type KeySource, keyText } from './keyTable';
import type { ParsedKeyTable } from './parseKeyTable';

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks up the v2 keys of a table; the failure names every variable that holds none. */
export function readExchanges(
  { table, fault }: ParsedKeyTable,
  environment: Environment,
): Result<readonly Exchange[], readonly Fault[]> {
  const faults: Fault[] = [];
  const keyOf = (source: KeySource, entry: number, index: number): string => {
    if ('value' in source) return source.value;
    const value = environment[source.env];
    if (value !== undefined && keyText.safeParse(value).success) return value;
    const message = `the environment variable ${source.env} ${value === undefined ? 'is not set' : 'is not a key'}`;
    faults.push(fault(['keys', entry, 'v2', index, 'env'], { code: 'no-such-key', message }));
    return '';
  };
  const exchanges = table.keys.map(({ name, v1, v2: [first, second] }, entry): Exchange => {
    const key = keyOf(first, entry, 0);
    return {
      name,
      v1: Buffer.from(v1, 'hex'),
      v2: second === undefined ? [key] : [key, keyOf(second, entry, 1)],
    };
  });
  return faults.length > 0 ? failure(faults) : success(exchanges);
}
