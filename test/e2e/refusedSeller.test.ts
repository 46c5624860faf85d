import { move } from '../support/playIncident.ts';
import { trouble } from '../support/misfortunes.ts';
import { type Game, PERCENT, RESOURCE, startGame } from '../support/startGame.ts';

let game: Game;
beforeAll(async () => {
  game = await startGame({ callers: 6 });
  await game.clock.advance(1_000);
});

/** Reads an offer as a caller, while nothing else goes on. */
async function read(caller: number): Promise<number> {
  const answer = game.ask(caller, { path: `/v1/currency-offers/${game.sandbox.sampleCurrencyOfferId}` });
  await game.clock.settle();
  return (await answer).status;
}

/** Who has answered the latest request, and at which stage. */
const latestLine = (): string => {
  const line = game.whole.log.findLast((entry) => entry['servedBy'] !== undefined);
  return `${String(line?.['servedBy'])} ${String(line?.['stage'])}`;
};

describe("one seller's revoked key, in a canary", () => {
  it('hurts one request; then v1 answers only this seller, and v2 again once the key works', async () => {
    await move(game, RESOURCE, { kind: 'canary', percent: PERCENT });
    for (const caller of [0, 1, 2]) expect(await read(caller)).toBe(200);
    const revoked = trouble(
      'v2',
      { status: 401, body: '{"message":"Unauthenticated."}' },
      ({ caller }) => caller === 0,
    );
    revoked.begin(game);
    const statuses: number[] = [];
    for (let second = 0; second < 90; second += 3) {
      statuses.push(await read(0));
      await game.clock.advance(3_000);
    }
    expect(statuses).toEqual([401, ...Array.from({ length: 29 }, () => 200)]);
    const { degraded } = JSON.parse(await game.admin('/readyz')) as { readonly degraded: readonly string[] };
    expect(degraded).toContainEqual(expect.stringMatching(/its key is refused: v1 answers it for now/));
    expect(game.whole.log.some(({ msg }) => /its key is refused/.test(msg))).toBe(true);

    revoked.mend(game);
    await game.clock.advance(30_000);
    expect(await read(0)).toBe(200);
    await game.clock.advance(3_000);
    expect(await read(0)).toBe(200);
    expect(latestLine()).toBe('v2 canary');
    expect(JSON.parse(await game.admin('/readyz'))).toEqual({ status: 'ready' });
  });
});
