import type { Refusal } from '../refusal';

/** The list has not been read far enough yet; the scan goes on, or is taken up by the next request. */
export const stillIndexing: Refusal = { code: 'indexing', headers: { 'retry-after': '2' } };
