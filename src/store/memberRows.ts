import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AlarmCondition } from '../cutover/alarms';
import {
  type NewsBatch,
  type MemberBeat,
  type Lease,
  LEASE_MS,
  LISTED_MS,
  type MemberStore,
} from '../cutover/members/memberStore';
import type { ForeignWriteSign, StorePart } from './renewableStore';
import { announceWrite, isServer } from './migrations';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;

/** Row of the lease of the leader, whose value is its token. */
const IS_LEASE = sql<boolean>`document.kind = 'lease' and document.key = 'leader'`;

/**
 * Works without waiting for the disk of a file. After a power cut no member of the machine is left, and its news are
 * not counted. Every other transaction waits, which also brings the earlier ones to the disk.
 */
async function workWithoutSync<Value>(db: Db, work: (db: Db) => Promise<Value>): Promise<Value> {
  if (isServer(db)) return work(db);
  return db.connection().execute(async (database) => {
    await sql`pragma synchronous = normal`.execute(database);
    try {
      return await work(database);
    } finally {
      await sql`pragma synchronous = full`.execute(database);
    }
  });
}

/**
 * Returns the instant (ms) by the clock that all members of a store share: that of the server, because the clocks of
 * machines differ, or that of the machine with the file.
 */
export const storeInstant = (db: Db, now: number): RawBuilder<number> =>
  isServer(db) ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint` : sql<number>`${now}`;

/**
 * Renews the row of a member. Each statement of a heartbeat is a separate transaction, so that no process waits for
 * another's.
 */
async function renewRow(
  db: Db,
  { id, name, obeys, secret, serves, ...says }: MemberBeat,
  at: RawBuilder<number>,
) {
  const alarms = JSON.stringify(says.alarms);
  await db
    .insertInto('member')
    .values({ id, name, obeys, secret, serves: Number(serves), alarms, started_at: at, beat_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ obeys, alarms, beat_at: at }))
    .execute();
}

/** Takes or renews the lease, if it is free or belongs to the member. A new holder gets the next token. */
async function takeLease(db: Db, holder: string, at: RawBuilder<number>): Promise<void> {
  await sql`insert into document (kind, key, at, holder, held_until, value)
    values ('lease', 'leader', ${at}, ${holder}, ${at} + ${LEASE_MS}, '1')
    on conflict (kind, key) do update set holder = excluded.holder, held_until = excluded.held_until,
      value = case when document.holder = excluded.holder then document.value
        else cast(cast(document.value as bigint) + 1 as text) end
    where document.holder = excluded.holder or document.held_until <= ${at}`.execute(db);
}

/**
 * Reads the members of a store, which may be of an earlier version, without their alarms. `clock` is the time (ms) for
 * a store without a clock.
 */
export async function readMembers(db: Db, clock: number): ReturnType<MemberStore['list']> {
  const at = storeInstant(db, clock);
  const { rows } = await sql<{ now: number } & StoreTables['member']>`
    select ${at} as now, member.* from member order by started_at, id`.execute(db);
  const now = rows[0]?.now ?? 0;
  const members = rows.map(({ now: _, started_at: startedAt, beat_at: beatAt, ...row }) => ({
    ...row,
    startedAt,
    beatAt,
    serves: row.serves === 1,
    alarms: JSON.parse(row.alarms ?? '[]') as readonly AlarmCondition[],
  }));
  return { now, members: members.filter(({ beatAt }) => now < beatAt + LISTED_MS) };
}

/** Returns the condition that a member still has the right to act for all. */
export const isHeld = ({ holder, token }: Lease): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from document where ${IS_LEASE} and holder = ${holder} and value = ${String(token)})`;

/** Time (ms) for which a batch stays; a member that reads later loads what it has missed. */
const KEPT_NEWS_MS = 10_000;

async function appendBatch(db: Db, batch: NewsBatch, at: RawBuilder<number>): Promise<void> {
  await db
    .insertInto('member_news')
    .values({ ...batch, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`delete from member_news where at < ${at} - ${KEPT_NEWS_MS}`.execute(db);
  await sql`delete from member where beat_at < ${at} - ${LISTED_MS}`.execute(db);
}

async function readBatchesAfter(db: Db, cursors: ReadonlyMap<string, number>): Promise<readonly NewsBatch[]> {
  let query = db.selectFrom('member_news').select(['member', 'seq', 'body']);
  for (const [member, seq] of cursors)
    query = query.where((is) => is.or([is('member', '<>', member), is('seq', '>', seq)]));
  return query.orderBy('member').orderBy('seq').execute();
}

/** Interval (ms) of the checks whether another process has written to the file. */
const POLL_INTERVAL_MS = 50;

/** Creates the watch that checks the version of a file, without a promise because the checks are frequent. */
const createVersionWatch =
  (readFileVersion: () => unknown): MemberStore['watch'] =>
  (changed, { clock, isNeeded }) => {
    const readVersion = (): unknown => {
      try {
        return readFileVersion();
      } catch {
        return undefined; // the next heartbeat says what is wrong with the file
      }
    };
    let seenVersion = readVersion();
    let stop = (): void => undefined;
    const scheduleCheck = (): void => {
      stop = clock.schedule(POLL_INTERVAL_MS, () => {
        scheduleCheck();
        const foundVersion = isNeeded() ? readVersion() : seenVersion;
        if (foundVersion === seenVersion) return;
        seenVersion = foundVersion;
        changed();
      });
    };
    scheduleCheck();
    return () => stop();
  };

/** Creates the part of the store by which the members of one gateway know of each other. */
export function createMemberStore(storePart: StorePart, otherProcesses: ForeignWriteSign): MemberStore {
  const { db } = storePart;
  return {
    beat: async (me, now) => {
      storePart.check();
      const at = storeInstant(db(), now);
      await workWithoutSync(db(), async (transaction) => {
        await renewRow(transaction, me, at);
        if (me.acts) await takeLease(transaction, me.id, at);
      });
      const lease = await db()
        .selectFrom('document')
        .select(['holder', 'value'])
        .where(IS_LEASE)
        .executeTakeFirst();
      const { holder, value } = lease ?? { holder: null, value: 0 }; // nobody has had it yet
      return { ...(await readMembers(db(), now)), lease: { holder: holder ?? '', token: Number(value) } };
    },
    list: (now) => readMembers(db(), now),
    leave: async (id) => {
      await db().deleteFrom('member').where('id', '=', id).execute();
      await db()
        .updateTable('document')
        .set({ held_until: 0 })
        .where(IS_LEASE)
        .where('holder', '=', id)
        .execute();
      await announceWrite(db());
    },
    append: (batch, now) =>
      workWithoutSync(db(), (transaction) => appendBatch(transaction, batch, storeInstant(transaction, now))),
    after: (cursors) => readBatchesAfter(db(), cursors),
    watch: 'listen' in otherProcesses ? otherProcesses.listen : createVersionWatch(otherProcesses.version),
  };
}
