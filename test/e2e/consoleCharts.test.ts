import { createGameClock, type GameClock } from '../support/gameClock';
import { type StartedWhole, startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream';
import { consoleBrowser } from './support/consoleBrowser';

/** Requests of every half second. */
const REQUESTS_PER_STEP = 3;
const STEP_MS = 500;
const REQUESTS_PER_SECOND = (REQUESTS_PER_STEP * 1_000) / STEP_MS;
/** Steps between two looks at the overview: no whole number of its time steps of 10 s. */
const STEPS_PER_LOOK = 27;
const LOOKS = 24;

const { open } = consoleBrowser();
let clock: GameClock;
let startedWhole: StartedWhole;
let upstream: ScriptedUpstream;

beforeEach(async () => {
  clock = createGameClock(Date.UTC(2025, 9, 1, 3, 7, 3));
  upstream = await startUpstream(answering(200, '{"data":[]}'));
  const { origin } = upstream;
  startedWhole = await startWhole(
    { LIFEBOAT_UPSTREAM_V1: origin, LIFEBOAT_UPSTREAM_V2: origin, LIFEBOAT_CUTOVER_START: 'v1' },
    clock,
  );
});

afterEach(async () => {
  await startedWhole.close();
  await upstream.close();
});

async function play(steps: number): Promise<void> {
  const headers = { Authorization: 'Bearer a-seller' };
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(
      Array.from({ length: REQUESTS_PER_STEP }, () =>
        ask(startedWhole.gateway, { path: '/v1/currency-offers/7001', headers }),
      ),
    );
    await clock.advance(STEP_MS);
  }
}

describe("the overview's charts at a constant load", () => {
  it('show the rate within 5% each time, and a line without a drop or a gap', async () => {
    await play(STEPS_PER_LOOK);
    const page = await open(startedWhole.admin);
    const rates: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      await play(STEPS_PER_LOOK);
      await page.goto(startedWhole.admin);
      const [, rate = ''] =
        /v1 ([\d.]+)/.exec(await page.locator('#chart-requests .latest').innerText()) ?? [];
      rates.push(Number(rate));
    }
    const isOff = (rate: number): boolean => Math.abs(rate / REQUESTS_PER_SECOND - 1) > 0.05;
    expect(rates.filter(isOff)).toEqual([]);
    const line = (await page.locator('#chart-requests .line.v1').getAttribute('d')) ?? '';
    const heights = Array.from(line.matchAll(/[ML]\S+ ([\d.]+)/g), ([, height]) => Number(height));
    expect(line.match(/M/g)).toHaveLength(1);
    // The first time step is not a whole one.
    expect(new Set(heights.slice(1)).size).toBe(1);
  });
});
