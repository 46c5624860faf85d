import { playTicket } from './ticketApi.ts';

const ids = [1, 2, 3, 4, 5, 6, 7, 8];
/** Some comments as v2 has them. */
export const listOf = (from: number, to: number) =>
  ids.slice(from, to).map((id) => ({ id, body: `no ${id}` }));
/** A page of comments of v2, with what it says of itself. */
export const page = (from: number, to: number, meta: object = {}) => ({
  body: { data: listOf(from, to), meta },
});

/** A pair that writes lists as whole bodies, and names the next page in `Link`. */
export const barePages = `
name: Tickets
v1: { list: '', links: true, paging: { next: '', per_page: '' } }
v2: { list: '', links: true }
`;

/** Reads a list of v1: the ids on it, what it says of the page, and the calls to v2. */
export async function read(path: string, v2: readonly object[], profile?: string) {
  const played = await playTicket({ path, v2, ...(profile === undefined ? {} : { profile }) });
  const { status, json, sent, headers } = played;
  const { data = json, meta } = (json ?? {}) as { data?: unknown; meta?: unknown };
  return {
    status,
    meta,
    link: headers['link'],
    ids: Array.isArray(data) ? data.map((entry: { id: string }) => entry.id).join() : undefined,
    calls: sent.map((call) => call.path),
  };
}
