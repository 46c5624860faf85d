import type { Environment } from '../../../config';
import { readBearer } from '../../../gateway/keys/readBearer';
import { failure, type Result, success } from '../../../translation/result';
import type { AskSecret } from '../../askSecret';

/** Where the keys of both systems come from: variables by name, or a prompt. */
export interface KeyPlaces {
  readonly keyEnv?: string | undefined;
  /** Of v1, when it takes another key than v2. */
  readonly v1KeyEnv?: string | undefined;
}

/** The keys of one seller. */
export interface RunKeys {
  readonly v1: string;
  readonly v2: string;
}

async function keyFrom(
  name: string | undefined,
  environment: Environment,
  ask: AskSecret,
): Promise<Result<string, string>> {
  const value = name === undefined ? await ask('API key') : (environment[name] ?? '');
  const from = name ?? 'what was entered';
  if (value === '') return failure(`${from} is empty: a key of the seller is needed to read anything`);
  return readBearer(`Bearer ${value}`) === value
    ? success(value)
    : failure(`${from} is not a key: a key is one word`);
}

/** The keys out of the variables that were named, or asked for at the terminal; never from the command line. */
export async function runKeys(
  { keyEnv, v1KeyEnv }: KeyPlaces,
  environment: Environment,
  ask: AskSecret,
): Promise<Result<RunKeys, string>> {
  const v2 = await keyFrom(keyEnv, environment, ask);
  if (!v2.ok) return v2;
  if (v1KeyEnv === undefined) return success({ v1: v2.value, v2: v2.value });
  const v1 = await keyFrom(v1KeyEnv, environment, ask);
  return v1.ok ? success({ v1: v1.value, v2: v2.value }) : v1;
}
