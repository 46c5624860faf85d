import { fc } from '../../support/fastCheck.ts';
import type { AccessEntry } from '../../../src/gateway/context.js';
import { createAccessLog } from '../../../src/http/observability/logger.js';
import { createLogger } from '../../../src/http/observability/logger.js';
import { realClock } from '../../support/realClock.ts';

const entry: AccessEntry = {
  requestId: '00000000-0000-4000-8000-000000000000',
  method: 'PATCH',
  route: '/v1/currency-offers/{currencyOfferId}',
  status: 200,
  milliseconds: 12,
  upstreamCalls: 1,
  caller: '0123456789ab',
};

function written(
  givenAccessEntry: AccessEntry,
  level: 'info' | 'warn' = 'info',
  callerName?: (caller: string) => string | undefined,
): string[] {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level, redact: [], clock: realClock }, destination);
  createAccessLog(logger, callerName)({ entry: givenAccessEntry });
  return lines;
}

describe('createAccessLog', () => {
  it('writes one JSON object with the entry, its level and the time in UTC', () => {
    const [line = ''] = written(entry);
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      msg: 'request',
      ...entry,
    });
  });

  it('writes the name of a named caller', () => {
    const nameOf = (caller: string) => (caller === entry.caller ? 'shop' : undefined);
    const [named = ''] = written(entry, 'info', nameOf);
    expect(JSON.parse(named)).toMatchObject({ caller: '0123456789ab', callerName: 'shop' });
    const [nextText = ''] = written({ ...entry, caller: 'b' }, 'info', nameOf);
    expect(JSON.parse(nextText)).not.toHaveProperty('callerName');
  });

  it('warns of a 5xx, even at the level of warnings', () => {
    expect(written(entry, 'warn')).toEqual([]);
    expect(written({ ...entry, status: 502 }, 'warn')).toHaveLength(1);
  });

  it('writes one line of printable characters under 2 KiB for any detail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (detail) => {
        const [line = '', ...more] = written({ ...entry, detail });
        expect(more).toEqual([]);
        expect(line).toMatch(/^[\x20-\x7e]+\n$/);
        expect(line.length).toBeLessThan(2_048);
        expect(JSON.parse(line)).toMatchObject(entry);
      }),
      { numRuns: 500 },
    );
  });
});
