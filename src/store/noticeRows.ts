import { type Kysely, sql } from 'kysely';
import type { NoticeChanges, NoticeStore } from '../cutover/members/messageRows';
import { type Message, noticeKey } from '../cutover/notices';
import { addRows } from './putRows';
import { storeInstant } from './memberRows';
import { createCheckedWork, type StorePart } from './renewableStore';
import type { StoreTables } from './schema';

/** Kind of the notices that wait for a channel. */
const noticeKind = (channel: string): string => `notice ${channel}`;

/** Time (ms) for which a row belongs to its process without a renewal; processes renew theirs every 10 s. */
const HELD_MS = 30_000;

/** Time (ms) after which a row that no process holds is dropped: its channel has left the settings. */
const DROPPED_MS = 7 * 86_400_000;

/** Stores the changes of a process in one transaction, and takes over the rows that no process holds any more. */
const exchangeNotices = <Sent extends Message>(
  db: Kysely<StoreTables>,
  channel: string,
  { holder, added, ended, isLast }: NoticeChanges<Sent>,
  now: number,
): Promise<readonly Sent[]> =>
  db.transaction().execute(async (work) => {
    const at = storeInstant(work, now);
    const kind = noticeKind(channel);
    const until = sql<number>`${at} + ${isLast ? 0 : HELD_MS}`;
    const rows = added.map((notice) => ({
      kind,
      key: noticeKey(notice),
      at: notice.at,
      holder,
      held_until: until,
      value: JSON.stringify(notice),
    }));
    await addRows(work, 'document', rows, 'stays');
    await work
      .deleteFrom('document')
      .where((is) =>
        is.or([
          is.and([is('kind', '=', kind), is('key', 'in', [...ended, ''])]),
          is.and([
            is('kind', 'like', `${noticeKind('')}%`),
            is('held_until', '<', sql<number>`${at} - ${DROPPED_MS}`),
          ]),
        ]),
      )
      .execute();
    const ofChannel = work.updateTable('document').where('kind', '=', kind);
    await ofChannel.set({ held_until: until }).where('holder', '=', holder).execute();
    if (isLast) return [];
    // A row that is held for longer than any can be was renewed before the clock was set back.
    const isFree = sql<boolean>`held_until <= ${at} or held_until > ${at} + ${2 * HELD_MS}`;
    const taken = await ofChannel
      .set({ holder, held_until: until })
      .where(isFree)
      .returning(['at', 'value'])
      .execute();
    return taken.toSorted((row1, row2) => row1.at - row2.at).map(({ value }) => JSON.parse(value) as Sent);
  });

async function hasNotices(db: Kysely<StoreTables>, channel: string): Promise<boolean> {
  const ofChannel = db.selectFrom('document').where('kind', '=', noticeKind(channel));
  return (await ofChannel.select('key').limit(1).executeTakeFirst()) !== undefined;
}

/** Rows of messages that can be looked for, too. */
export interface NoticeRows extends NoticeStore {
  /** Reports whether messages of a channel are stored, of any process. Rejects if the store fails. */
  readonly has: (channel: string) => Promise<boolean>;
}

/** Creates the part of a store for the notices and other messages. */
export function createNoticeRows(storePart: StorePart): NoticeRows {
  const checked = createCheckedWork(storePart);
  return {
    exchange: (channel, changes, now) => checked((db) => exchangeNotices(db, channel, changes, now)),
    has: (channel) => checked((db) => hasNotices(db, channel)),
  };
}
