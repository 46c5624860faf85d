import { isJsonObject, type Json } from '../../../contract/json';
import { definedMembers, failure, success } from '../../../contract/result';
import type { Upstream } from '../../../gateway/upstream';
import { valueIn } from '../../../mapping/profile/places';
import type { Profile } from '../../../mapping/profile/profileFile';
import type { PairWire } from '../../../mapping/profile/wire';
import { readJson } from '../../../mapping/translate/exactJson';
import { systemClock as clock } from '../../../runtime/systemClock';
import { isRefusedKey } from './compareSystems';
import type { ReadV1 } from './runPaths';

/** Deadline (ms) of one list page. */
const PAGE_DEADLINE_MS = 60_000;

/** Reads v1, and remembers the refusal of the key. */
export type Reader = ReturnType<typeof openReader>;

interface ReaderContext {
  readonly cancel: AbortSignal;
  readonly mappings: {
    readonly wire: Pick<PairWire, 'readForm'>;
    readonly profile: { readonly v1: Pick<Profile['v1'], 'nextPage'> };
  };
}

/** Adds to the page of a list what v1 says of the next one in places of its own. */
function withNextPage(list: Json, body: Json, { more, number }: Profile['v1']['nextPage']): Json {
  const meta = valueIn(list, 'meta');
  if (!isJsonObject(list) || meta === undefined || !isJsonObject(meta)) return list;
  const nextMembers = {
    more: more === '' ? undefined : valueIn(body, more),
    next: number === '' ? undefined : valueIn(body, number),
  };
  return { ...list, meta: { ...definedMembers(nextMembers), ...meta } };
}

/** Opens a reader of v1's paths with a key. */
export function openReader(
  call: Upstream,
  key: string,
  { cancel, mappings: { wire, profile } }: ReaderContext,
) {
  let refusal: number | undefined;
  const read: ReadV1 = async (path) => {
    const deadlineAt = clock.steady() + PAGE_DEADLINE_MS;
    const authorization = `Bearer ${key}`;
    const outcome = await call({ method: 'GET', path, authorization, requestId: 'list', deadlineAt, cancel });
    if (!outcome.ok) return failure(`${path} gave no answer (${outcome.failure.kind})`);
    const { status, body } = outcome.value;
    refusal = isRefusedKey(status) ? status : undefined;
    if (status !== 200) return failure(`${path} answered ${status}`);
    const text = body.toString();
    const list = readJson(wire.readForm('v1', { status, body: text }).body, 'drop');
    const written = readJson(text, 'drop');
    if (!list.ok || !written.ok) return failure(`${path} did not answer with JSON`);
    return success(withNextPage(list.value, written.value, profile.v1.nextPage));
  };
  /** `refusal` is the status with which v1 refused the latest read; undefined if it did not refuse. */
  return { read, refusal: () => refusal };
}
