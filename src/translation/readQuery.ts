import { failure, type Result, success } from './result';
import { spoken } from './spoken';
import { summarize } from './summarize';
import type { Validation } from './validation';

/** Reads one query parameter: its value, or what is wrong with it. */
type Read<Value> = (name: string, text: string | null) => Result<Value, string>;

/** Reads 1, 0, true or false; false when it is not there (observed). */
export const readFlag: Read<boolean> = (name, text) => {
  if (text === null || text === '0' || text === 'false') return success(false);
  if (text === '1' || text === 'true') return success(true);
  return failure(`The ${spoken(name)} field must be true or false.`);
};

/** Reads an integer from 1 to `most`; `usual` when it is not there. */
export const readCount =
  (usual: number, most: number): Read<number> =>
  (name, text) => {
    if (text === null) return success(usual);
    if (!/^\d{1,15}$/.test(text)) return failure(`The ${spoken(name)} field must be an integer.`);
    const count = Number(text);
    if (count < 1) return failure(`The ${spoken(name)} field must be at least 1.`);
    return count > most
      ? failure(`The ${spoken(name)} field must not be greater than ${most}.`)
      : success(count);
  };

/** Reads query parameters by name, in the live v1's words; all violations are reported at once. */
export function readQuery<Value>(
  query: URLSearchParams,
  reads: Readonly<Record<string, Read<Value>>>,
): Result<ReadonlyMap<string, Value>, Validation> {
  const errors: Record<string, string[]> = {};
  const values = new Map<string, Value>();
  for (const [name, read] of Object.entries(reads)) {
    const value = read(name, query.get(name));
    if (value.ok) values.set(name, value.value);
    else errors[name] = [value.failure];
  }
  return values.size === Object.keys(reads).length
    ? success(values)
    : failure({ message: summarize(errors), errors });
}
