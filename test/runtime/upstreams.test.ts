import { setImmediate as nextRound } from 'node:timers/promises';
import { openComparedUpstreams } from '../../src/runtime/upstreams.js';
import { steppedClock } from '../support/steppedClock.ts';
import { answering, startUpstream } from '../support/upstream.ts';

/** Steps of the clock after which a connection may carry a request of another key. */
const SILENCE = 10;

it('the shadow compares for one key after another without a connection for each', async () => {
  const clock = steppedClock();
  const upstream = await startUpstream(answering(200, '{}'));
  const closers: (() => unknown)[] = [];
  const origins = { v1: upstream.origin, v2: upstream.origin };
  const add = (close: () => unknown): void => void closers.push(close);
  const { v2 } = openComparedUpstreams(origins, { silence: 10_000, clock }, { add });
  let answered = 0;
  const askForAll = async (): Promise<void> => {
    for (let key = 0; key < 40; key += 1) {
      const ofKey = { path: `/v2/offers/${key}`, authorization: `Bearer ${key}`, requestId: `r-${key}` };
      const { ok } = await v2({ method: 'GET', ...ofKey, deadlineAt: clock.steady() + 20_000 });
      answered += Number(ok);
      await nextRound().then(() => nextRound());
      await new Promise(setImmediate); // by then its connection is free
    }
  };
  for (let round = 0; round < 3; round += 1) {
    await askForAll();
    await clock.step(SILENCE);
  }
  const opened = upstream.connections();
  const closed = closers.map((close) => close());
  await upstream.close();
  await Promise.all(closed);
  expect([answered, opened]).toEqual([120, 40]);
});
