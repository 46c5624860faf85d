import { troubles } from '../support/misfortunes.ts';
import { createTraffic, move } from '../support/playIncident.ts';
import { RESOURCE, startGame } from '../support/startGame.ts';

const WRITES_A_MINUTE = 8;
const LIMIT_A_MINUTE = 5;
const MINUTE_MS = 60_000;

describe("the alarm of a seller who writes beyond v2's limit of a minute", () => {
  it('stands without a pause while the seller goes on, and ends soon after v2 takes all writes', async () => {
    const game = await startGame({ callers: 1 });
    await game.clock.advance(1_000);
    await move(game, RESOURCE, { kind: 'v2' });
    const { second } = await createTraffic(game, ['write']);
    let writes = 0;
    let minute = 0;
    const limit = troubles('v2', ({ method }) => {
      if (method !== 'PATCH') return undefined;
      const current = Math.floor(game.clock.now() / MINUTE_MS);
      writes = current === minute ? writes + 1 : 1;
      minute = current;
      return writes > LIMIT_A_MINUTE
        ? { status: 429, body: '{"message":"Too Many Attempts."}', headers: { 'retry-after': '60' } }
        : undefined;
    });
    /** Writes for so many seconds and says at each of them whether the alarm stands. */
    const write = async (seconds: number): Promise<readonly boolean[]> => {
      const alarms: boolean[] = [];
      for (let past = 0; past < seconds; past += 1) {
        const isDue =
          Math.floor((past * WRITES_A_MINUTE) / 60) < Math.floor(((past + 1) * WRITES_A_MINUTE) / 60);
        await second(isDue ? 1 : 0);
        alarms.push((await game.admin('/readyz')).includes('rate limit (429)'));
      }
      return alarms;
    };
    limit.begin(game);
    const during = await write(240);
    expect(during.indexOf(true)).toBeLessThanOrEqual(120);
    expect(during.slice(during.indexOf(true))).not.toContain(false);
    limit.mend(game);
    expect((await write(200)).at(-1)).toBe(false);
  });
});
