import { failuresNow } from '../../../src/cutover/evidence/trafficFindings';
import { countTraffic, noTraffic, type Served } from '../../../src/cutover/evidence/traffic';

const served: Served = {
  resource: 'offer',
  operation: 'readOffer',
  side: 'v2',
  caller: 'a',
  because: 'stage',
  signature: '200',
  milliseconds: 5,
  failed: false,
  rescue: undefined,
};

/** Traffic on a clock: each request comes so many seconds after the one before. */
function opened() {
  const traffic = noTraffic();
  let at = 1_000_000;
  const ask = (count: number, seconds: number, failed = false): void => {
    for (let request = 0; request < count; request += 1) {
      at += seconds * 1_000;
      countTraffic(traffic, { ...served, failed }, 0, at);
    }
  };
  return { ask, now: () => failuresNow(traffic, 'v2Failed', 'v2', at) };
}

describe('failures of the last five minutes', () => {
  it('end after 20 s and three answered requests', () => {
    const { ask, now } = opened();
    ask(6, 1, true);
    ask(14, 1);
    expect(now()).toEqual({ failed: 6, requests: 20 });
    ask(12, 1);
    expect(now()).toEqual({ failed: 0, requests: 32 });
  });

  it('last while nobody has been answered since', () => {
    const { ask, now } = opened();
    ask(6, 1, true);
    ask(2, 60);
    expect(now().failed).toBe(6);
  });

  it('last while one failure comes every minute, until three minutes after the last', () => {
    const { ask, now } = opened();
    for (let minute = 0; minute < 5; minute += 1) {
      ask(1, 1, true);
      ask(59, 1);
    }
    expect(now()).toEqual({ failed: 5, requests: 300 });
    ask(110, 1);
    expect(now().failed).toBeGreaterThan(0);
    ask(20, 1);
    expect(now().failed).toBe(0);
  });
});
