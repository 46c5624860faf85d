import type { Environment } from '../../config';
import { readBearer } from '../../gateway/keys/readBearer';
import { failure, type Result, success } from '../../translation/result';
import { about } from './about';
import type { Finding } from './finding';

/** The operator's key out of the variable that was named; undefined when none was. */
export function operatorKey(
  name: string | undefined,
  environment: Environment,
): Result<string | undefined, Finding> {
  if (name === undefined) return success(undefined);
  const { error } = about('keys');
  const value = environment[name] ?? '';
  if (value === '') return failure(error(`${name} is not set`, 'put a key of v2 into it'));
  if (readBearer(`Bearer ${value}`) !== value) {
    return failure(error(`what ${name} holds is not a key`, 'a key is one word without blanks or line ends'));
  }
  return success(value);
}
