import type { Kysely } from 'kysely';
import type { Notice } from '../cutover/notices';
import { MAX_NOTICES, noticeKey, type NoticeStore, REMEMBERED_MS } from '../cutover/notices';
import { checkedBy, type StorePart } from './renewableStore';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;

/** Time (ms) for which a taken notice is left to its process: longer than an attempt and the pause after it. */
const TAKEN_MS = 20_000;

const fromRow = ({ notice }: Pick<StoreTables['cutover_notice'], 'notice'>): Notice =>
  JSON.parse(notice) as Notice;

/** Selects the waiting notices of a channel, the oldest first. */
const waiting = (db: Db, channel: string) =>
  db
    .selectFrom('cutover_notice')
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .orderBy('at')
    .orderBy('id');

const count = async (db: Db, channel: string): Promise<number> =>
  (await waiting(db, channel).clearOrderBy().select(db.fn.countAll<number>().as('notices')).execute())[0]
    ?.notices ?? 0;

async function end(db: Db, channel: string, notice: Notice, now: number): Promise<void> {
  const row = db.updateTable('cutover_notice').set({ ended_at: now }).where('channel', '=', channel);
  await row.where('id', '=', noticeKey(notice)).execute();
}

/** Adds a notice; gives up the second oldest beyond the maximum, because the oldest may be on its way. */
const add = (db: Db, channel: string, notice: Notice, now: number): Promise<readonly Notice[]> =>
  db.transaction().execute(async (work) => {
    await work
      .deleteFrom('cutover_notice')
      .where('ended_at', '<=', now - REMEMBERED_MS)
      .execute();
    const row = { channel, id: noticeKey(notice), at: notice.at, notice: JSON.stringify(notice) };
    await work
      .insertInto('cutover_notice')
      .values({ ...row, holder: '', held_until: 0, ended_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if ((await count(work, channel)) <= MAX_NOTICES) return [];
    const givenUp = (await waiting(work, channel).select('notice').limit(1).offset(1).execute()).map(fromRow);
    for (const old of givenUp) await end(work, channel, old, now);
    return givenUp;
  });

/** Takes the oldest notice if no other process holds it. */
async function take(db: Db, channel: string, holder: string, now: number) {
  const oldest = await waiting(db, channel).select(['id', 'notice']).limit(1).executeTakeFirst();
  if (oldest === undefined) return { waiting: 0, notice: undefined };
  const { numUpdatedRows } = await db
    .updateTable('cutover_notice')
    .set({ holder, held_until: now + TAKEN_MS })
    .where('channel', '=', channel)
    .where('id', '=', oldest.id)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('holder', '=', holder), is('held_until', '<=', now)]))
    .executeTakeFirst();
  return { waiting: await count(db, channel), notice: numUpdatedRows > 0n ? fromRow(oldest) : undefined };
}

/** Creates the part of a store for the notices. */
export function createNoticeRows(storePart: StorePart<StoreTables>): NoticeStore {
  const checked = checkedBy(storePart);
  return {
    lasting: true,
    add: (...notice) => checked((db) => add(db, ...notice)),
    take: (...asked) => checked((db) => take(db, ...asked)),
    end: (...notice) => checked((db) => end(db, ...notice)),
  };
}
