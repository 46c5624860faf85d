import { adminChange } from '../support/adminChange.ts';
import { join } from 'node:path';
import { move } from '../support/playIncident.ts';
import { type Game, RESOURCE, startGame } from '../support/startGame.ts';

const SENTENCE =
  /^caller-0 \([0-9a-f]{12}\) writes up to 9 times a minute to one resource, v2 takes 5, and 10 an hour: 44% would be refused$/;

interface Offer {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> };
}

/** Asks while nothing else goes on. */
async function ask(game: Game, question: Parameters<Game['ask']>[1]): Promise<string> {
  const answer = game.ask(0, question);
  await game.clock.settle();
  const { status, body } = await answer;
  expect(status).toBe(200);
  return body;
}

it('a seller who writes too often for v2 is named before the move: in the gate and in stage list', async () => {
  const environment = (folder: string) => ({ LIFEBOAT_STORE: join(folder, 'store.db') });
  const game = await startGame({ callers: 6, environment });
  await game.clock.advance(1_000);
  const path = `/v1/currency-offers/${game.sandbox.sampleCurrencyOfferId}`;
  const { attributes } = (JSON.parse(await ask(game, { path })) as Offer).data;
  const { price, game_slug, stock, min_quantity } = attributes;
  const { duration, unit } = attributes['delivery_time'] as Readonly<Record<string, unknown>>;
  const offer = { price, game: game_slug, stock, min_quantity, delivery_time: { duration, unit } };
  for (let time = 0; time < 9; time += 1) {
    const body = JSON.stringify({ ...offer, description: `offer ${time}` });
    await ask(game, { method: 'PATCH', path, body });
    await game.clock.advance(3_000);
  }
  const pages = JSON.parse(await game.admin('/api/stages')) as readonly {
    resource: string;
    forecast: string[];
  }[];
  const page = pages.find(({ resource }) => resource === RESOURCE);
  expect(page?.forecast).toEqual([expect.stringMatching(SENTENCE)]);
  const change = { kind: 'move', to: { kind: 'canary', percent: 20 } } as const;
  const refused = await game.admin(...adminChange(change, { resource: RESOURCE, reason: 'x', force: false }));
  expect(refused).toMatch(/caller-0 .+: 44% would be refused/);
  await move(game, RESOURCE, { kind: 'shadow' });
});
