import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminChange } from '../../support/adminChange.ts';
import { startWhole } from '../../support/startWhole.ts';
import { ask } from '../../support/talk.ts';
import { reply, type Script, startUpstream } from '../../support/upstream.ts';

const TOKEN = 'a-token-for-the-operator-of-the-cursors';
const ids = [51, 52, 53, 54, 55, 56];

/** An API whose cursors are ids: after it a page begins, or, with `isFirst`, with it. */
const listing = (
  cursorName: string,
  isFirst: boolean,
  show: (page: readonly number[], next: number | undefined) => object,
): Script => ({
  request: ({ path }, socket) => {
    const query = new URL(path, 'http://api.example').searchParams;
    const cursor = Number(query.get(cursorName) ?? '0');
    const later = ids.filter((id) => (isFirst ? id >= cursor : id > cursor));
    const page = later.slice(0, 2);
    const next = later.length > 2 ? later[isFirst ? 2 : 1] : undefined;
    socket.write(reply(200, JSON.stringify(show(page, next))));
  },
});

const v1Script = listing('cursor', false, (page, next) => ({
  data: page.map((id) => ({ type: 'comments', id: String(id), attributes: { text: `no ${id}` } })),
  meta: { per_page: 2, next: next === undefined ? null : String(next) },
  pages: { start: next },
}));
export const v2Script = listing('after', true, (page, next) => ({
  data: page.map((id) => ({ id, body: `no ${id}` })),
  meta: next === undefined ? {} : { next: String(next) },
}));

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly meta?: { readonly next: string | null };
  readonly pages?: { readonly start?: number };
}

/** Starts a whole gateway between two APIs that have one list, each with cursors of its own. */
export async function startCursorPair({
  profile = 'name: Tickets\nv1: {}\nv2: {}\n',
  environment = {},
}: {
  readonly profile?: string;
  readonly environment?: Readonly<Record<string, string>>;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
  copyFileSync(join(import.meta.dirname, '../ticketApi/comment.yaml'), join(folder, 'comment.yaml'));
  writeFileSync(join(folder, 'api.yaml'), profile);
  const [v1, v2] = [await startUpstream(v1Script), await startUpstream(v2Script)];
  const { gateway, admin, close } = await startWhole({
    LIFEBOAT_UPSTREAM_V1: v1.origin,
    LIFEBOAT_UPSTREAM_V2: v2.origin,
    LIFEBOAT_MAPPINGS: folder,
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_CUTOVER_START: 'v2',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    ...environment,
  });
  /** Reads a page; without a cursor the first one. */
  const read = async (cursor?: string | number | null) => {
    const query = cursor === undefined ? '' : `?cursor=${String(cursor)}`;
    const path = `/v1/new-comments${query}`;
    const { status, headers, body } = await ask(gateway, {
      path,
      headers: { Authorization: 'Bearer key-1' },
    });
    const { data = [], meta, pages } = JSON.parse(body) as Partial<Page>;
    return {
      status,
      headers,
      body,
      by: headers['x-lifeboat-served-by'],
      ids: data.map(({ id }) => Number(id)),
      next: pages?.start ?? meta?.next,
    };
  };
  /** Carries out a change of the resource. */
  const change = async (wanted: Parameters<typeof adminChange>[0]): Promise<void> => {
    const [path, input] = adminChange(wanted, { resource: 'comment', reason: 'tried' });
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const answer = await ask(admin, { method: 'POST', path, headers, body: JSON.stringify(input) });
    if (answer.status !== 200) throw new Error(answer.body);
  };
  return {
    v1,
    v2,
    read,
    change,
    close: async (): Promise<void> => {
      await close();
      await Promise.all([v1.close(), v2.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}
