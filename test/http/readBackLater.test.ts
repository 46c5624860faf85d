import type { Translation } from '../../src/gateway/gateway.js';
import { describeReadBack, readBackLater } from '../../src/gateway/outcome/readBackLater.js';
import { createMatch } from '../../src/gateway/routes.js';
import { realClock } from '../support/realClock.ts';
import { shipped } from '../support/shipped.ts';

/** More than may listen to one signal before Node warns of a leak. */
const READS = 20;

const match = createMatch(shipped().operations);

describe('reading an ambiguous write back', () => {
  const written = { price: '0.50', stock: 3, delivery_time: { duration: 5 }, game: 'x' };

  it('confirms it if every visible field matches, numbers even as text, objects even with more members', () => {
    const foundEntry = { price: 0.5, stock: 3, delivery_time: { duration: 5, unit: 'hours' }, title: 'y' };
    expect(describeReadBack(written, foundEntry)).toBe('as written: price, stock, delivery_time');
  });

  it('names the fields that differ, and no value', () => {
    const foundEntry = { price: 0.5, stock: 4, delivery_time: { unit: 'hours' } };
    expect(describeReadBack(written, foundEntry)).toBe('not as written: stock, delivery_time');
  });

  it('ignores members that every object inherits', () => {
    const data = Object.fromEntries([['toString', null]]);
    expect(describeReadBack({ data }, { data: {} })).toBe('as written: data');
  });

  it('reports that there is nothing to compare', () => {
    for (const [entry, nextEntry] of [
      [written, null],
      [null, written],
      [written, { title: 'y' }],
    ] as const) {
      expect(describeReadBack(entry, nextEntry)).toBe('nothing to compare');
    }
  });

  it('handles many writes together without a warning of Node', async () => {
    const warnings: string[] = [];
    const warned = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', warned);
    let reads = 0;
    // As a call to v2 does it, which ends when its client leaves.
    const translate: Translation['translate'] = ({ cancel }) => {
      reads += 1;
      cancel.addEventListener('abort', () => undefined);
      return new Promise(() => undefined);
    };
    const clock = {
      ...realClock,
      schedule: (_delay: number, action: () => void) => {
        action();
        return () => undefined;
      },
    };
    const entry = {
      translation: { match, translate },
      cutover: { noteFound: () => Promise.resolve() },
      clock,
    };
    const body = Buffer.from('{"price":1}');
    const write = { authorization: undefined, carried: undefined, caller: undefined, body };
    for (let id = 0; id < READS; id += 1) {
      readBackLater({ ...write, id: `write-${id}` }, '/v1/currency-offers/7001', entry);
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warned);
    expect([reads, warnings]).toEqual([READS, []]);
  });
});
