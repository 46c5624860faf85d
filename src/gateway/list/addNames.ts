import type { NamesKnown } from '../../mapping/operation';
import { Mismatch } from '../../translation/mismatch';
import { failure, type Result, success } from '../../translation/result';
import type { Errand } from '../callUpstream';
import { unfit } from '../receive';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import { readRange } from './readRange';

/** More names than any list of them has. */
const MOST = 10_000;

/** Adds to a 404 the names that would have been found, read from their list; a list that fails is the answer then. */
export async function addNames(
  upstream: Upstream,
  errand: Errand,
  refusal: Refusal,
  { list, as, read }: NamesKnown,
): Promise<Refusal> {
  const names = await readNames(upstream, errand, { list, as, read });
  return names.ok ? { ...refusal, beside: { [as]: names.value } } : names.failure;
}

async function readNames(
  upstream: Upstream,
  errand: Errand,
  { list, read }: NamesKnown,
): Promise<Result<Record<string, string>, Refusal>> {
  const range = await readRange(upstream, errand, {
    ...{ list, start: 0, end: MOST, size: list.most },
    ...{ make: (items) => items.map(read), expected: 0 },
  });
  if (!range.ok) return range;
  const names: Record<string, string> = {};
  for (const entry of range.value.made.flat()) {
    if (entry instanceof Mismatch) return failure(unfit(entry, 'GET'));
    if (entry !== undefined) names[entry[0]] = entry[1];
  }
  return success(names);
}
