import { paceRefusals } from '../../../src/http/server/paceRefusals';
import { fakeClock } from '../../gateway/support/fakeClock';

/** A pace, and the numbers of those refused so far. */
function open() {
  const clock = fakeClock();
  const pace = paceRefusals(clock);
  const refused: number[] = [];
  let latestAt = 0;
  const come = (count: number): void => {
    for (let number = 0; number < count; number += 1) {
      const mine = (latestAt += 1);
      pace(() => void refused.push(mine));
    }
  };
  return { clock, refused, come };
}

/** Ends so many rounds of ten milliseconds. */
function pass({ advance }: { readonly advance: (time: number) => void }, milliseconds: number): void {
  for (let time = 0; time < milliseconds; time += 10) advance(10);
}

describe('refusals', () => {
  it('are sent at once while they are few', () => {
    const { clock, refused, come } = open();
    come(256);
    expect(refused).toHaveLength(256);
    pass(clock, 1_000);
    come(256);
    expect(refused).toHaveLength(512);
  });

  it('are delayed when they are many, and sent in order at 600 a second', () => {
    const { clock, refused, come } = open();
    come(1_256);
    expect(refused).toHaveLength(256);
    pass(clock, 1_000);
    expect(refused).toEqual(Array.from({ length: 856 }, (_, at) => at + 1));
  });

  it('are delayed for two seconds at most', () => {
    const { clock, refused, come } = open();
    come(256 + 2_048);
    expect(refused).toHaveLength(256);
    pass(clock, 2_000);
    expect(refused).toHaveLength(256 + 2_048);
  });

  it('are not delayed while more arrive than waiting clients would cause', () => {
    const { clock, refused, come } = open();
    come(256 + 2_049);
    come(10);
    expect(refused).toHaveLength(266);
    pass(clock, 300);
    expect(refused).toHaveLength(256 + 2_049 + 10);
    pass(clock, 10_000);
    come(1_000);
    expect(refused).toHaveLength(256 + 2_049 + 10 + 256);
  });

  it('are sent at once again after a pause', () => {
    const { clock, refused, come } = open();
    come(1_000);
    pass(clock, 2_500);
    come(100);
    expect(refused).toHaveLength(1_100);
  });
});
