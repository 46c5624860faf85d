import { isNativeError } from 'node:util/types';

/**
 * What the log may say of something thrown: its kind and where it came from. Its message is left out, because it
 * may hold any value.
 */
export function describeThrow(thrown: unknown): string {
  if (!isNativeError(thrown)) return typeof thrown;
  const place = /^\s+at (.*)$/m.exec(thrown.stack ?? '')?.[1];
  return place === undefined ? thrown.name : `${thrown.name} at ${place}`;
}
