import { away } from '../support/misfortunes.ts';
import { move } from '../support/playIncident.ts';
import { type Game, PERCENT, RESOURCE, startGame } from '../support/startGame.ts';

const environment = (readsFromV2: 'on' | 'off') => () => ({
  LIFEBOAT_CUTOVER_READS_FROM_V2: readsFromV2,
  LIFEBOAT_COMPARISON_SAMPLE: '100',
  LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '1000',
});

/** Pages of one row that callers ask for: a request that is repeated is no more proof. */
const PAGES = 47;

/** Callers outside the canary. */
const CALLERS = 5;

/** Reads as these callers, so many of them at once, every half second on average. */
async function statuses(game: Game, requests: number, together = 1): Promise<readonly number[]> {
  const foundNumbers: number[] = [];
  for (let number = 0; number < requests; number += together) {
    const answers = Array.from({ length: together }, (_, at) =>
      game.ask(1 + ((number + at) % CALLERS), {
        path: `/v1/currency-offers?page=${1 + ((number + at) % PAGES)}&per_page=1`,
      }),
    );
    await game.clock.settle();
    foundNumbers.push(...(await Promise.all(answers)).map(({ status }) => status));
    await game.clock.advance(together * 500);
  }
  return foundNumbers;
}

const times = (count: number, status: number): readonly number[] =>
  Array.from({ length: count }, () => status);

/** A canary with so many clean reads compared that v1 then dies. */
async function dyingV1(readsFromV2: 'on' | 'off', compared: number): Promise<Game> {
  const game = await startGame({ callers: 6, environment: environment(readsFromV2) });
  await game.clock.advance(1_000);
  await move(game, RESOURCE, { kind: 'canary', percent: PERCENT });
  await statuses(game, compared, CALLERS);
  await away('v1').begin(game);
  return game;
}

describe('a v1 that dies in a canary', () => {
  it.each([
    ['are answered by v2 after five failures, where it is set and enough was compared', 'on', 700, 200],
    ['fail where it is not set', 'off', 700, 502],
    ['fail where too little was compared', 'on', 20, 502],
  ] as const)('has reads that %s', async (_what, readsFromV2, compared, then) => {
    const game = await dyingV1(readsFromV2, compared);
    expect(await statuses(game, 20)).toEqual([...times(5, 502), ...times(15, then)]);
    const offer = `/v1/currency-offers/${game.sandbox.sampleCurrencyOfferId}`;
    expect(await game.ask(1, { method: 'PATCH', path: offer, body: '{}' })).toMatchObject({ status: 502 });
  });
});
