import type { Clock } from '../../gateway/clock';
import type { Caller } from '../../gateway/keys/keys';
import type { ListPage } from '../../gateway/lookup/listPage';
import { readPage } from '../../gateway/lookup/readPage';
import type { Refusal } from '../../gateway/refusal';
import type { Result } from '../../translation/result';
import type { Service } from './createService';

/** Reads one page of a list, as a scan of the gateway does. */
export type PageReader = (page: number) => Promise<Result<ListPage, Refusal>>;

/** The pages of a list, read with a key. */
export function pageReader(
  service: Service,
  caller: Caller,
  list: Parameters<typeof readPage>[2],
  clock: Clock,
): PageReader {
  const ignore = () => undefined;
  return (page) => {
    const deadlineAt = clock.steady() + service.deadlineMs;
    const errand = { caller, requestId: 'doctor', count: ignore, watch: ignore, deadlineAt };
    return readPage(service.call, errand, list, page);
  };
}
