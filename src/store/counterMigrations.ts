import { type Kysely, sql } from 'kysely';
import { listTables } from './migrations';

/**
 * Turns the days of usage into counters. They had sums of errors and sums of sides, but not of both together. So errors
 * first count for the gateway, then for v2, then for v1, and each sum keeps its value.
 */
export async function takeOverUsage(db: Kysely<unknown>): Promise<void> {
  if (!(await listTables(db)).has('usage_day')) return;
  const columns = sql.raw(`bucket_at, bucket_seconds, caller, program, resource, operation`);
  const rowPlace = sql.raw(`cast(day as bigint) * 86400000, 86400, caller, program, resource, operation`);
  const cells = [
    ['refused', 'gateway', 'brownout'],
    ['gateway_errors', 'gateway', 'refused'],
    ['by_gateway - gateway_errors', 'gateway', 'answered'],
    ['v2_errors', 'v2', 'refused'],
    ['by_v2 - v2_errors', 'v2', 'answered'],
    ['left_errors - v2_errors', 'v1', 'refused'],
    ['by_v1 - (left_errors - v2_errors)', 'v1', 'answered'],
  ].map(
    ([count = '', side, outcome]) =>
      sql`select ${rowPlace}, ${sql.lit(side)}, ${sql.lit(outcome)}, '', ${sql.raw(count)}, latest
        from by_side where ${sql.raw(count)} > 0`,
  );
  await sql`insert into counter (${columns}, side, outcome, trait, requests, latest)
    with whole as (select *, requests - by_v1 - by_v2 - refused as by_gateway, errors - refused as all_errors from usage_day),
    own as (select *, case when all_errors < by_gateway then all_errors else by_gateway end as gateway_errors from whole),
    rest as (select *, all_errors - gateway_errors as left_errors from own),
    by_side as (select *, case when left_errors < by_v2 then left_errors else by_v2 end as v2_errors from rest)
    ${sql.join(cells, sql` union all `)}`.execute(db);
  await sql`insert into counter (${columns}, side, outcome, trait, requests, latest)
    select ${rowPlace}, 'v1', 'answered', trait, requests, cast(day as bigint) * 86400000 from usage_trait union all
    select ${rowPlace}, 'v1', 'answered', 'body', bodies, latest from usage_day where bodies > 0`.execute(db);
  for (const table of ['usage_day', 'usage_trait']) await db.schema.dropTable(table).execute();
}

type Numbers<Name> = readonly (readonly [name: Name, count: number])[];

interface KeptSide {
  readonly requests: number;
  readonly errors: number;
  readonly latency: Numbers<number>;
}

/** Evidence of a day in version 0.1.0, in a text for each resource and epoch. */
interface KeptEvidence extends Readonly<Record<'v1' | 'v2', KeptSide>> {
  readonly since: number;
  readonly attempted?: Numbers<string>;
  readonly tooCostly?: Numbers<string>;
  readonly callers: readonly (readonly [caller: string, counts: { readonly served: number }])[];
}

function evidenceCells({ v1, v2, attempted = [], tooCostly = [], callers }: KeptEvidence) {
  const all = { caller: '(all)', operation: '', side: 'gateway' };
  return [
    ...Object.entries({ v1, v2 }).flatMap(([side, { requests, errors, latency }]) => [
      { ...all, trait: side, requests },
      { ...all, trait: `${side}Failed`, requests: errors },
      ...latency.map(([name, count]) => ({ ...all, side, trait: `ms ${name}`, requests: count })),
    ]),
    ...attempted.map(([operation, count]) => ({ ...all, operation, trait: 'attempted', requests: count })),
    ...tooCostly.map(([operation, count]) => ({ ...all, operation, trait: 'tooCostly', requests: count })),
    ...callers.map(([caller, { served }]) => ({ ...all, caller, trait: 'served', requests: served })),
  ].filter(({ requests }) => requests > 0);
}

/** Length (ms) of the buckets of evidence. */
const HALF_DAY_MS = 43_200_000;

/**
 * Turns the evidence of served requests into counters. What was compared is counted from the stored pairs, and the
 * traffic of the last hour is not taken over.
 */
export async function takeOverEvidence(db: Kysely<unknown>): Promise<void> {
  if (!(await listTables(db)).has('cutover_evidence')) return;
  const { rows } = await sql<Readonly<Record<'resource' | 'epoch' | 'counts', string>>>`
    select * from cutover_evidence`.execute(db);
  for (const { resource, epoch, counts } of rows)
    for (const day of JSON.parse(counts) as readonly KeptEvidence[])
      for (const { caller, operation, side, trait, requests } of evidenceCells(day)) {
        const at = day.since - (day.since % HALF_DAY_MS);
        await sql`insert into counter
          (bucket_at, bucket_seconds, caller, program, resource, operation, side, outcome, trait, requests, latest)
          values (${at}, 43200, ${caller}, ${epoch}, ${resource}, ${operation}, ${side}, 'answered', ${trait}, ${requests}, ${at})
          on conflict (bucket_at, bucket_seconds, caller, program, resource, operation, side, outcome, trait)
          do update set requests = counter.requests + excluded.requests`.execute(db);
      }
  await db.schema.dropTable('cutover_evidence').execute();
}
