import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { createRandom } from '../../../src/sandbox/values/random';
import { callSandbox } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';
import { createTestClock } from '../support/testClock';
import { accountSteps } from './accountSteps';
import { emptyModel } from './model';
import { orderSteps } from './orderSteps';
import { stockSteps } from './stockSteps';
import type { Walker } from './walker';
import { repetitions } from '../../support/repetitions';

const STEPS = repetitions(1_500, 10_000);

describe('a random walk', () => {
  const clock = createTestClock();
  const random = createRandom(20_251_130);
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 0, clock });
  });
  afterAll(() => sandbox.close());

  it('finds no difference between the marketplace and a simple model in thousands of steps', async () => {
    const walker: Walker = {
      random,
      model: emptyModel(),
      call: (call, body) => callSandbox(sandbox, call, body),
      play: (path, body) => callSandbox(sandbox, `POST /_sandbox${path}`, body),
    };
    for (let step = 0; step < STEPS; step += 1) {
      clock.advance(random.below(3_000));
      const take = random.pick(random.pick([accountSteps, accountSteps, stockSteps, orderSteps]));
      await take(walker);
    }
    const { accounts, stocks, orders } = walker.model;
    expect(Math.min(accounts.size, stocks.size, orders.size)).toBeGreaterThan(STEPS / 100);
  });
});
