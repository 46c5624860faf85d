import { adminChange } from './adminChange.ts';
import type { Stage } from '../../src/cutover/stages/stage.js';
import type { Ask, Incident } from './incidents.ts';
import { type Answered, type Asked, type Game, PERCENT, RESOURCE, startGame } from './startGame.ts';

/** The channels on which an operator may see it. */
export const channels = ['stage list', '/readyz', 'metric', 'log', 'notice', 'diff'] as const;
type Channel = (typeof channels)[number];

/** Course of one incident; all in seconds of the game's clock. */
export interface Played {
  readonly name: string;
  readonly callers: number;
  /** From its beginning until each channel said so; a channel that is silent is missing. */
  readonly said: ReadonlyMap<Channel, number>;
  /** Requests that were answered worse than v1 alone would have answered them. */
  readonly hurt: number;
  /** From its beginning until the last of them; undefined: until a person acted. */
  readonly safe: number | undefined;
  /** From its mend until every channel was green again; undefined: not within two hours. */
  readonly green: number | undefined;
  /** Alarms before anything had happened. */
  readonly falseAlarms: readonly string[];
}

const SECOND = 1_000;

/** Seconds before it, at most until it is said and safe, without a hurt client after which it is, and until it is green. */
const [CALM_S, MAX_SECONDS, SAFE_AFTER_S, MAX_GREEN_S] = [10, 60, 15, 7_200] as const;

/** Seconds between two looks at the pages; the gateway itself looks as often, so that they announce nothing before it does. */
const LOOK_S = 2;

/** For so long (s) after a mend the callers ask as before; then one asks every so many seconds. */
const [SOON_S, SELDOM_S] = [60, 10] as const;

/** Most callers of whom each asks every second, and seconds until one of more callers asks again. */
const [MOST_EAGER, CROWD_PAUSE] = [12, 16] as const;

/** Asks once while nothing else goes on. */
async function askOnce(game: Game, question: Asked): Promise<Answered> {
  const answer = game.ask(0, question);
  await game.clock.settle();
  return answer;
}

/** The members of an offer that a client of v1 has to send with every update. */
interface Offer {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> };
}

async function questions(game: Game): Promise<Readonly<Record<Ask, (number: number) => Asked>>> {
  const offer = `/v1/currency-offers/${game.sandbox.sampleCurrencyOfferId}`;
  const shownOffer = JSON.parse((await askOnce(game, { path: offer })).body) as Offer;
  const { price, game_slug, stock, min_quantity, delivery_time } = shownOffer.data.attributes;
  const { duration, unit } = delivery_time as Readonly<Record<string, unknown>>;
  const same = { price, game: game_slug, stock, min_quantity, delivery_time: { duration, unit } };
  const rows = JSON.parse((await askOnce(game, { path: '/v1/currency-offers?page=1&per_page=8' })).body) as {
    data: readonly { readonly id: number }[];
  };
  const paths = rows.data.map(({ id }) => `/v1/currency-offers/${id}`);
  const update = (number: number): string => JSON.stringify({ ...same, description: `offer ${number}` });
  const idsOf = async (path: string): Promise<readonly number[]> =>
    (JSON.parse((await askOnce(game, { path: `${path}?page=1&per_page=5` })).body) as typeof rows).data.map(
      ({ id }) => id,
    );
  const [accounts, items] = [await idsOf('/v1/accounts'), await idsOf('/v1/item-offers')];
  const oneOf = (path: string, ids: readonly number[], number: number): string =>
    `${path}/${ids[number % ids.length] ?? 0}`;
  return {
    read: (number) => ({ path: paths[number % paths.length] ?? offer }),
    list: () => ({ path: '/v1/currency-offers?page=1&per_page=10' }),
    write: (number) => ({ method: 'PATCH', path: offer, body: update(number) }),
    login: () => ({ path: `/v1/accounts/by-login/${encodeURIComponent(game.sandbox.sampleLogin)}` }),
    accounts: () => ({ path: '/v1/accounts?page=1&per_page=10' }),
    account: (number) => ({ path: oneOf('/v1/accounts', accounts, number) }),
    items: () => ({ path: '/v1/item-offers?page=1&per_page=10' }),
    item: (number) => ({ path: oneOf('/v1/item-offers', items, number) }),
    noOrder: () => ({ method: 'PATCH', path: '/v1/currency-orders/99999999/actions/complete' }),
  };
}

/** Callers that ask one after the other, and what has become of it. */
export async function createTraffic(game: Game, asks: readonly Ask[] = ['read', 'list', 'write']) {
  const askedEntry = await questions(game);
  const traffic = { number: 0, waiting: 0, hurt: 0, hurtAt: 0 };
  const prices = new Map<string, string | undefined>();
  const isHurt = (ask: Ask, path: string, { status, body }: Answered): boolean => {
    if (status !== (ask === 'noOrder' ? 404 : 200)) return true;
    if (ask !== 'read') return false;
    const shownText = /"price":"?([\d.]+)/.exec(body)?.[1];
    if (!prices.has(path)) prices.set(path, shownText);
    return shownText !== prices.get(path);
  };
  const send = async (): Promise<void> => {
    const { number } = traffic;
    traffic.number += 1;
    const ask = asks[Math.floor(number / game.keys.length) % asks.length] ?? 'read';
    traffic.waiting += 1;
    const question = askedEntry[ask](number);
    const answered = await game.ask(number % game.keys.length, question);
    traffic.waiting -= 1;
    if (!isHurt(ask, question.path, answered)) return;
    traffic.hurt += 1;
    traffic.hurtAt = game.clock.now();
  };
  return {
    traffic,
    /** So many requests, and then a second. */
    second: async (requests: number): Promise<void> => {
      for (let sent = 0; sent < requests; sent += 1) void send();
      await game.clock.settle();
      await game.clock.advance(SECOND);
    },
  };
}

interface Page {
  readonly alarms: readonly { readonly text: string }[];
}

/** Reads the pages now, as sentences; of the metrics the alarms, of `diff` what differs. */
export async function pages(
  game: Game,
): Promise<Readonly<Record<'stage list' | '/readyz' | 'metric' | 'diff', string[]>>> {
  const list = JSON.parse(await game.admin('/api/stages')) as readonly Page[];
  const { degraded = [] } = JSON.parse(await game.admin('/readyz')) as { degraded?: string[] };
  const metrics = (await game.admin('/metrics')).split('\n');
  const { issues } = JSON.parse(await game.admin('/api/differences')) as {
    issues: readonly { id: string }[];
  };
  return {
    'stage list': list.flatMap(({ alarms }) => alarms.map(({ text }) => text)),
    '/readyz': degraded,
    metric: metrics.filter((line) => /^lifeboat_alarms\{.*\} [1-9]/.test(line)),
    diff: issues.map(({ id }) => id),
  };
}

export const isLoud = ({ level }: Readonly<Record<string, unknown>>): boolean =>
  level === 'warn' || level === 'error';

/** Follows what every channel says from an instant on. */
function listen(game: Game, { says, differs }: Incident, beganAt: number) {
  const statedMap = new Map<Channel, number>();
  const [lines, notices] = [game.whole.log.length, game.notices.length];
  const runAfter = (at: number): number => Math.round((at - beganAt) / SECOND);
  const note = (channel: Channel, at: number | undefined): void => {
    if (at !== undefined && !statedMap.has(channel)) statedMap.set(channel, runAfter(at));
  };
  return {
    said: statedMap,
    isComplete: () =>
      channels.every((channel) => statedMap.has(channel) || (channel === 'diff' && differs !== true)),
    look: async (): Promise<void> => {
      const shownEntry = await pages(game);
      const now = game.clock.now();
      const line = game.whole.log.slice(lines).find((entry) => isLoud(entry) && says.test(entry.msg));
      note('log', line && Date.parse(String(line['time'])));
      note('notice', game.notices.slice(notices).find(({ text }) => says.test(text))?.at);
      for (const channel of ['stage list', '/readyz'] as const)
        note(channel, shownEntry[channel].some((text) => says.test(text)) ? now : undefined);
      note('metric', shownEntry.metric.length > 0 ? now : undefined);
      if (differs === true) note('diff', shownEntry.diff.length > 0 ? now : undefined);
    },
  };
}

export const move = (game: Game, resource: string, to: Stage): Promise<string> =>
  game.admin(...adminChange({ kind: 'move', to }, { resource, by: 'ada', reason: 'a rehearsal' }));

/** Looks at the writes that may have been executed, as only a person can. */
export async function closeWrites(game: Game): Promise<void> {
  for (const { id, closed } of JSON.parse(await game.admin('/api/writes')) as {
    id: string;
    closed?: unknown;
  }[])
    if (closed === undefined)
      await game.admin('/api/writes/close', { id, by: 'ada', reason: 'looked at it' });
}

/** Acts as an operator does after a mend: writes are looked at, and what went back moves on. Nothing is resolved. */
async function cleanUp(game: Game, to: Stage): Promise<void> {
  await closeWrites(game);
  const [page] = (
    JSON.parse(await game.admin('/api/stages')) as { resource: string; stage: string }[]
  ).filter(({ resource }) => resource === RESOURCE);
  if (page?.stage === 'shadow' && to.kind !== 'shadow') await move(game, RESOURCE, to);
}

async function untilGreen({
  game,
  ask,
  second,
}: Pick<Awaited<ReturnType<typeof startCalm>>, 'game' | 'ask' | 'second'>): Promise<number | undefined> {
  const beganAt = game.clock.now();
  for (let past = 0; past < MAX_GREEN_S; past += past < SOON_S ? 1 : SELDOM_S) {
    await (past < SOON_S ? ask() : second(1));
    if (past >= SOON_S) await game.clock.advance((SELDOM_S - 1) * SECOND);
    else if (past % LOOK_S === 0) continue;
    const shownEntry = await pages(game);
    if (
      [shownEntry['stage list'], shownEntry['/readyz'], shownEntry.metric].every(
        (texts) => texts.length === 0,
      )
    )
      return (game.clock.now() - beganAt) / SECOND;
  }
  return undefined;
}

/** Starts a game that stands at the stage of an incident, and lets it be calm for a while. */
async function startCalm({ stage = 'canary', calm = CALM_S, asks, environment }: Incident, callers: number) {
  const game = await startGame({ callers, ...(environment === undefined ? {} : { environment }) });
  const to = stage === 'canary' ? { kind: stage, percent: PERCENT } : { kind: stage };
  await game.clock.advance(SECOND);
  if (stage !== 'v1') await move(game, RESOURCE, to);
  await move(game, 'account', { kind: 'v2' });
  const { traffic, second } = await createTraffic(game, asks);
  const each = callers > MOST_EAGER ? Math.floor(callers / CROWD_PAUSE) : callers;
  for (let past = 0; past < calm; past += 1) await second(each);
  const falseAlarms = [...(await pages(game))['/readyz'], ...(traffic.hurt > 0 ? ['a client was hurt'] : [])];
  return { game, to, traffic, falseAlarms, ask: () => second(each), second };
}

/** Plays one incident against a gateway of its own; `mended` is false where the way back to green is of no interest. */
export async function playIncident(incident: Incident, callers: number, mended = true): Promise<Played> {
  const { name, byHand = false, begin, mend } = incident;
  const { game, to, traffic, falseAlarms, ask, second } = await startCalm(incident, callers);
  try {
    // With the turn of the first caller, whom some incidents alone are about.
    traffic.number += (callers - (traffic.number % callers)) % callers;
    const beganAt = game.clock.now();
    const heard = listen(game, incident, beganAt);
    await begin(game);
    const isSafe = (): boolean =>
      traffic.waiting === 0 && game.clock.now() - Math.max(beganAt, traffic.hurtAt) >= SAFE_AFTER_S * SECOND;
    const isOver = (): boolean => heard.isComplete() && (isSafe() || (!mended && byHand));
    for (let past = 1; past <= MAX_SECONDS && !isOver(); past += 1) {
      await ask();
      if (past % LOOK_S === 0) await heard.look();
    }
    const safe = isSafe() ? Math.max(0, traffic.hurtAt - beganAt) / SECOND : undefined;
    const played = { name, callers, said: heard.said, hurt: traffic.hurt, safe, falseAlarms };
    if (!mended) return { ...played, green: undefined };
    await mend(game);
    await ask();
    await cleanUp(game, to);
    return { ...played, green: await untilGreen({ game, ask, second }) };
  } finally {
    await game.close();
  }
}
