import { bucketOf } from '../../src/cutover/buckets.js';
import type { Ask } from './incidents.ts';
import { closeWrites, createTraffic, isLoud, move, pages } from './playIncident.ts';
import { fingerprint, type Game, startGame } from './startGame.ts';
import type { Trouble } from './troubledSide.ts';

const SECOND = 1_000;
const HOUR = 3_600;

/** Seconds between two requests of a quiet stretch: with six callers each asks every four minutes. */
const QUIET_PAUSE = 40;

const resources = ['account', 'currency-offer', 'currency-order', 'item-offer'] as const;
const stages = ['v1', 'shadow', 'canary', 'v2'] as const;
const asks: readonly Ask[] = [
  ...(['read', 'list', 'login', 'write', 'accounts', 'account', 'items', 'item', 'noOrder'] as const),
];

/** Changes in every answer of both APIs what moves there without anyone being wrong: a counter, and instants that dance. */
function noiseFrom(random: () => number): (body: string) => string {
  let calls = 0;
  const second = (): number => Math.floor(random() * 60);
  return (body) => {
    calls += 1;
    return body
      .replace(/"views":\d+/g, () => `"views":${1_000 + calls}`)
      .replace(
        /"updated_at":(\d+)/g,
        (_all, at: string) => `"updated_at":${Number(at) - (Number(at) % 60) + second()}`,
      )
      .replace(
        /("updated_at":"[^"]*T\d\d:\d\d:)\d\d/g,
        (_all, textBefore: string) => `${textBefore}${String(second()).padStart(2, '0')}`,
      );
  };
}

/** A share of the callers with the first among them: a canary without any is an alarm for a reason. */
function percentOf(resource: string, key: string): number {
  return Math.min(99, Math.floor(bucketOf('canary', resource, 'lifeboat', fingerprint(key)) / SECOND) + 1);
}

/** Puts every resource at a stage of its own; a quarter later each is at the next one. */
async function shift(game: Game, quarter: number): Promise<void> {
  for (const [number, resource] of resources.entries()) {
    const kind = stages[(number + quarter) % stages.length] ?? 'v1';
    const percent = percentOf(resource, game.keys[0] ?? '');
    await move(game, resource, kind === 'canary' ? { kind, percent } : { kind });
  }
}

/** The moves of the game itself. */
const isOwn = (text: string): boolean => text.includes('(by ada)');

/** Plays so many hours in which nothing happens but noise, every resource at every stage; answers all that was said that is an alarm. */
export async function playQuiet(
  hours: number,
  random: () => number,
  callers = 6,
): Promise<readonly string[]> {
  const game = await startGame({ callers, noise: noiseFrom(random) });
  try {
    await game.clock.advance(SECOND);
    const { traffic, second } = await createTraffic(game, asks);
    const [notices, lines] = [game.notices.length, game.whole.log.length];
    const onPages: string[] = [];
    let quarter = 0;
    for (let past = 0; past < hours * HOUR; past += QUIET_PAUSE) {
      if (past >= (quarter * hours * HOUR) / stages.length) {
        await shift(game, quarter);
        quarter += 1;
        onPages.push(...(await pages(game))['/readyz']);
      }
      await second(1);
      await game.clock.advance((QUIET_PAUSE - 1) * SECOND);
    }
    const loud = game.whole.log.slice(lines).filter(isLoud);
    return [
      ...(traffic.hurt > 0 ? [`${traffic.hurt} clients were hurt`] : []),
      ...game.notices.slice(notices).map(({ text }) => text),
      ...loud.map(({ msg }) => msg),
      ...onPages,
      ...(await pages(game))['/readyz'],
    ].filter((text) => !isOwn(text));
  } finally {
    await game.close();
  }
}

/** Seconds from one blip to the next, and after each until no alarm may stand any more. */
const [BLIPS_APART, GREEN_AFTER] = [900, 300] as const;

/** Seconds between two requests after a blip. */
const CLEAN_PAUSE = 5;

const blips: readonly (Trouble & { readonly name: string; readonly seconds: number })[] = [
  { name: 'a single 502', seconds: 0, status: 502 },
  { name: 'a single reset', seconds: 0, cut: 'before' },
  { name: '3 s of 503', seconds: 3, status: 503 },
  { name: '3 s of resets', seconds: 3, cut: 'before' },
];

/** Has one API fail once, or everything for some seconds in which all callers ask. */
async function blip(
  { v1, v2 }: Pick<Game, 'v1' | 'v2'>,
  number: number,
  second: (requests: number) => Promise<void>,
): Promise<string> {
  // Both fail in each hour, and in two hours each in every way.
  const isOfV2 = (number + Math.floor(number / blips.length)) % 2 === 0;
  const [side, name] = isOfV2 ? ([v2, 'v2'] as const) : ([v1, 'v1'] as const);
  const { seconds, name: what, ...trouble } = blips[number % blips.length] ?? { name: '', seconds: 0 };
  let remaining = seconds === 0 ? 1 : Infinity;
  side.trouble = () => ((remaining -= 1) >= 0 ? trouble : undefined);
  for (let past = 0; past < Math.max(1, seconds); past += 1) await second(6);
  side.trouble = undefined;
  return `${what} of ${name}`;
}

/**
 * Plays so many hours of short failures, one each quarter of an hour, every resource at every stage. A person looks at
 * the writes and moves forward what went back, and resolves nothing. Answers the alarms that outlast their cause by five
 * minutes, and whatever calls one proven.
 */
export async function playBlips(hours: number, callers = 6): Promise<readonly string[]> {
  const game = await startGame({ callers });
  try {
    await game.clock.advance(SECOND);
    const { second } = await createTraffic(game, asks);
    const pass = async (seconds: number, pause: number): Promise<void> => {
      for (let past = 0; past < seconds; past += pause) {
        await second(1);
        await game.clock.advance((pause - 1) * SECOND);
      }
    };
    const late: string[] = [];
    for (let number = 0; number < (hours * HOUR) / BLIPS_APART; number += 1) {
      const quarter = Math.floor((number * BLIPS_APART * stages.length) / (hours * HOUR));
      await shift(game, quarter);
      await pass(BLIPS_APART - GREEN_AFTER, QUIET_PAUSE);
      const what = await blip(game, number, second);
      await closeWrites(game);
      await shift(game, quarter);
      await pass(GREEN_AFTER, CLEAN_PAUSE);
      const { '/readyz': standing } = await pages(game);
      late.push(...standing.map((text) => `${what}: ${text}`));
    }
    return [...late, ...game.notices.map(({ text }) => text).filter((text) => text.includes('proven'))];
  } finally {
    await game.close();
  }
}
