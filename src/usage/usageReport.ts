import { isCallerKey } from '../cutover/evidence/countedClients';
import type { Counters } from '../cutover/counters';
import { findCaller, type NamesByCaller } from '../cutover/callerNames';
import type { Operation } from '../mapping/compile/compiledOperation';
import { needlessBody } from '../mapping/translate/v1Habits';
import { countReadiness, judgeReadiness, presentTraits } from './readiness';
import type { UsageCounts, UsagePage, UsedClient, UsedOperation } from './usagePages';
import {
  addCounts,
  beginningOf,
  DAY_COLUMNS,
  dayOf,
  daysOf,
  isOnV1,
  LINE_COLUMNS,
  linesOf,
  noCounts,
  type UsageLine,
  type UsedTrait,
} from './usageLines';

interface ReportParts {
  readonly sums: Counters['sums'];
  /** Operations of the mappings in force. */
  readonly operations: () => readonly Pick<Operation, 'name' | 'resource' | 'habits'>[];
  readonly names: () => NamesByCaller;
  readonly now: () => number;
}

export interface UsageQuestion {
  /** Days back, today included. */
  readonly days: number;
  /** Key (fingerprint, its beginning, or a name), or key and program: `3fa9/python-requests`. Absent: all. */
  readonly client?: string | undefined;
}

export type AnsweredUsage =
  | { readonly ok: true; readonly page: UsagePage }
  | { readonly ok: false; readonly sentence: string };

/** Reports the use of operations by client, and the readiness of each client. */
export type UsageReport = ReturnType<typeof createUsageReport>;

/** Age (ms) at which the numbers of clients are counted again: every scrape asks for them. */
const FRESH_MS = 60_000;
const CLIENT_DAYS = 14;

const windowOf = (firstDay: number, last: number) => ({
  from: beginningOf(firstDay),
  to: beginningOf(last + 1),
});

const clientName = ({ caller, program }: Pick<UsageLine, 'caller' | 'program'>) => `${caller}/${program}`;

function createV1Clients({ sums, now }: ReportParts): () => Promise<ReadonlyMap<string, number>> {
  let counts = { at: -Infinity, clients: new Map<string, number>() };
  return async () => {
    if (Math.abs(now() - counts.at) < FRESH_MS) return counts.clients;
    const today = dayOf(now());
    const window = windowOf(today - CLIENT_DAYS + 1, today);
    const all = await sums(window, ['caller', 'program', 'resource', 'operation']);
    const onV1 = all.filter((sum) => isOnV1(sum) && isCallerKey(sum.caller));
    const clients = Map.groupBy(onV1, ({ resource }) => resource);
    const sizeOf = (same: typeof onV1) => new Set(same.map(clientName)).size;
    counts = { at: now(), clients: new Map(Array.from(clients, ([name, same]) => [name, sizeOf(same)])) };
    return counts.clients;
  };
}

const MAX_CLIENTS = 1_000;

const dayText = (day: number): string => new Date(beginningOf(day)).toISOString().slice(0, 10);
const instantText = (at: number): string => new Date(at).toISOString();

const sumOf = (all: readonly UsageCounts[]): UsageCounts => all.reduce(addCounts, noCounts);

type Operations = ReadonlyMap<string, Pick<Operation, 'habits'>>;

const UNLISTED = {
  sends: 'a request that this gateway knows no operation for',
  wants: 'the operation of v2 that does the same, if there is one',
};

/** Shows the use of one operation, with the habits that v2 would not accept. */
function operationOf(line: UsageLine, operations: Operations): UsedOperation {
  const { resource, operation, latest: latestAt, traits } = line;
  const habits = [needlessBody, ...(operations.get(operation)?.habits?.list ?? [])];
  const describeHabit = ({ trait, field, requests, latestDay }: UsedTrait) => {
    const habit = habits.find((habit) => habit.trait === trait && habit.field === field);
    const { sends, wants } = habit ?? UNLISTED;
    return { trait, field, requests, latest: dayText(latestDay), sends, wants };
  };
  return {
    resource,
    operation,
    ...sumOf([line]),
    latest: instantText(latestAt),
    traits: traits.map(describeHabit),
  };
}

/** Sums up the use of one client, with its readiness. */
function clientOf(
  lines: readonly [UsageLine, ...UsageLine[]],
  operations: Operations,
  reportParts: ReportParts,
): UsedClient {
  const [{ caller, program }] = lines;
  const name = reportParts.names().get(caller);
  const isBlind = (line: UsageLine): boolean =>
    line.bodies === 0 && operations.get(line.operation)?.habits?.ofBody !== undefined;
  const verdict = isCallerKey(caller) ? judgeReadiness(lines, isBlind, reportParts.now()) : undefined;
  const { latestOnV1 } = verdict ?? {};
  // A trait that the client gave up long ago is no work.
  const present = lines.map((line) =>
    latestOnV1 === undefined ? line : { ...line, traits: presentTraits(line, latestOnV1) },
  );
  return {
    client: clientName(lines[0]),
    caller,
    program,
    name,
    ...sumOf(lines),
    latest: instantText(Math.max(...lines.map(({ latest: latestAt }) => latestAt))),
    ...(verdict && { readiness: verdict.readiness, why: verdict.why }),
    ...(latestOnV1 === undefined ? {} : { latestOnV1: instantText(latestOnV1) }),
    operations: present
      .toSorted(
        (line1, line2) => Number(isOnV1(line2)) - Number(isOnV1(line1)) || line2.requests - line1.requests,
      )
      .map((line) => operationOf(line, operations)),
  };
}

/** Finds the client that a person names: its key, and its program if one is named. Rejects when the store fails. */
async function findClient(
  askedClient: string,
  readCallers: () => Promise<ReadonlySet<string>>,
  names: NamesByCaller,
) {
  const [, key = '', program] = /^([^/]*)(?:\/(.*))?$/s.exec(askedClient) ?? [];
  const named = findCaller(key, [], names);
  if (named.ok && [named.caller, names.get(named.caller)].includes(key)) return { ...named, program };
  // Only the beginning of a fingerprint, or a word such as `(no key)`, needs the callers, which are many.
  const callers = await readCallers();
  if (callers.has(key)) return { ok: true, caller: key, program } as const;
  const foundCaller = findCaller(key, callers, names);
  return foundCaller.ok ? { ...foundCaller, program } : foundCaller;
}

/** Creates the report over the counters. */
export function createUsageReport(reportParts: ReportParts) {
  const { sums, names, now } = reportParts;
  return {
    /** Clients by resource that used v1 in the last 14 days, a minute old at most. Rejects when the store fails. */
    v1Clients: createV1Clients(reportParts),
    /** Rejects when the store fails. */
    answer: async ({ days, client }: UsageQuestion): Promise<AnsweredUsage> => {
      const today = dayOf(now());
      const firstDay = today - days + 1;
      const window = windowOf(firstDay, today);
      const readCallers = async () => new Set((await sums(window, ['caller'])).map(({ caller }) => caller));
      const foundClient = client === undefined ? undefined : await findClient(client, readCallers, names());
      if (foundClient?.ok === false) return foundClient;
      const { caller, program } = foundClient ?? {};
      const lines = linesOf(await sums({ ...window, caller }, LINE_COLUMNS)).filter(
        (line) => program === undefined || line.program === program,
      );
      const groups = Map.groupBy(lines, clientName);
      const operations: Operations = new Map(
        reportParts.operations().map((operation) => [operation.name, operation]),
      );
      const clients = [...groups.values()].flatMap(([line, ...laterLines]) =>
        line === undefined ? [] : [clientOf([line, ...laterLines], operations, reportParts)],
      );
      const daily = daysOf(await sums({ ...window, caller }, DAY_COLUMNS));
      return {
        ok: true,
        page: {
          from: dayText(firstDay),
          to: dayText(today),
          total: sumOf(lines),
          days: daily.map(({ day, ...counts }) => ({ day: dayText(day), ...counts })),
          clientsInAll: clients.length,
          readiness: countReadiness(clients),
          clients: clients
            .toSorted((client, nextClient) => nextClient.requests - client.requests)
            .slice(0, MAX_CLIENTS),
        },
      };
    },
  };
}
