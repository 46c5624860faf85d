import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { type Fence, LEASE, LISTED, type Member, type MemberStore } from '../cutover/stages/memberStore';
import type { Others, StorePart } from './lastingStore';
import { CHANNEL } from './postgresServer';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;

const isServer = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Name of the one lease that there is. */
const DOER = 'doer';

/**
 * Returns the instant (ms) by the clock that all members of a store share: that of the server, as the clocks of machines
 * differ, or that of the machine on which a file is.
 */
const instant = (db: Db, now: number): RawBuilder<number> =>
  isServer(db) ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint` : sql<number>`${now}`;

/** Renews the row of a member. Each statement of a heartbeat stands alone, so that no process waits for another's transaction. */
async function renewRow(
  db: Db,
  { id, name, obeys }: Pick<Member, 'id' | 'name' | 'obeys'>,
  at: RawBuilder<number>,
) {
  await db
    .insertInto('member')
    .values({ id, name, obeys, started_at: at, beat_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ obeys, beat_at: at }))
    .execute();
}

/** Takes or renews the doer's lease, if it is free or the member's own; a new holder gets the next token. */
async function takeLease(db: Db, holder: string, at: RawBuilder<number>): Promise<void> {
  await sql`insert into member_lease (name, holder, token, until) values (${DOER}, ${holder}, 1, ${at} + ${LEASE})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until,
      token = case when member_lease.holder = excluded.holder then member_lease.token else member_lease.token + 1 end
    where member_lease.holder = excluded.holder or member_lease.until <= ${at}`.execute(db);
}

async function readRoll(db: Db, at: RawBuilder<number>) {
  const { rows } = await sql<
    { now: number } & Record<'id' | 'name', string> & Record<'started_at' | 'beat_at' | 'obeys', number>
  >`
    select ${at} as now, id, name, started_at, beat_at, obeys from member order by started_at, id`.execute(
    db,
  );
  const now = rows[0]?.now ?? 0;
  const members = rows.map(({ id, name, started_at, beat_at, obeys }) => ({
    ...{ id, name, obeys, startedAt: started_at, beatAt: beat_at },
  }));
  return { now, members: members.filter(({ beatAt }) => now < beatAt + LISTED) };
}

/** Says on a server that this member has written. */
export async function announce(db: Db): Promise<void> {
  if (isServer(db)) await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
}

/** The condition that a member still has the right to act for all. */
export const isHeld = ({ holder, token }: Fence): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from member_lease where name = ${DOER} and holder = ${holder} and token = ${token})`;

/** Interval (ms) of looking whether another process has written into the file. */
const LOOK = 50;

/** Looks at the version of a file; without a promise, as it does so all the time. */
const poll =
  (version: () => unknown): MemberStore['watch'] =>
  (changed, clock) => {
    const look = (): unknown => {
      try {
        return version();
      } catch {
        return undefined; // the next heartbeat says what is wrong with the file
      }
    };
    let seen = look();
    let stop = (): void => undefined;
    const round = (): void => {
      stop = clock.schedule(LOOK, round);
      const found = look();
      if (found === seen) return;
      seen = found;
      changed();
    };
    stop = clock.schedule(LOOK, round);
    return () => stop();
  };

/** Creates the members' part of a store. */
export function createMemberRows(part: StorePart<StoreTables>, others: Others): MemberStore {
  const { db } = part;
  const rollAt = async (now: number): ReturnType<MemberStore['roll']> => readRoll(db(), instant(db(), now));
  return {
    beat: async (me, now) => {
      part.check();
      const at = instant(db(), now);
      await renewRow(db(), me, at);
      await takeLease(db(), me.id, at);
      const lease = db().selectFrom('member_lease').select(['holder', 'token']).where('name', '=', DOER);
      const doer = await lease.executeTakeFirstOrThrow();
      return { ...(await rollAt(now)), doer };
    },
    roll: rollAt,
    leave: async (id) => {
      await db().deleteFrom('member').where('id', '=', id).execute();
      await db().updateTable('member_lease').set({ until: 0 }).where('holder', '=', id).execute();
      await announce(db());
    },
    watch: 'listen' in others ? others.listen : poll(others.version),
  };
}
