import { showEntry } from '../../../src/cli/operatorClient.js';
import { usageLines } from '../../../src/cli/cutover/clientCommands.js';
import { clientEntries } from '../../../src/operator/clientEntries.js';
import type { UsagePage } from '../../../src/usage/usagePages.js';
import { ran } from '../../support/recordingTerminal.ts';
import { answering, startUpstream } from '../../support/upstream.ts';

const counts = { requests: 1, errors: 0, byV1: 1, byV2: 0, refused: 0 };
const latestText = '2026-01-31T09:00:00.000Z';

const page: UsagePage = {
  from: '2026-01-02',
  to: '2026-01-31',
  total: counts,
  days: [],
  clientsInAll: 1,
  readiness: { moved: 0, 'can move': 0, 'has work': 1, unknown: 0 },
  clients: [
    {
      client: '96e0618ddc9e/=old-bot',
      caller: '96e0618ddc9e',
      program: '=old-bot',
      ...counts,
      latest: latestText,
      latestOnV1: latestText,
      operations: [
        { resource: 'account', operation: 'getAccount', ...counts, latest: latestText, traits: [] },
      ],
      readiness: 'has work',
      why: '1 thing to change',
    },
  ],
};

async function usage(format: 'text' | 'json') {
  const admin = await startUpstream(answering(200, JSON.stringify(page)));
  const place = { admin: admin.origin, json: format === 'json' };
  const { code, out } = await ran((terminal) =>
    showEntry(clientEntries.usage, { since: '30d' }, { place, environment: {}, terminal }, (used) =>
      usageLines(used, false),
    ),
  );
  return { code, asked: admin.requests.map(({ path }) => path), out };
}

describe('lifeboat usage', () => {
  it('lists each client with its readiness, and writes a count of one in the singular', async () => {
    const { code, asked: askedTexts, out } = await usage('text');
    expect([code, askedTexts]).toEqual([0, ['/api/usage?since=30d']]);
    expect(out.slice(0, 2)).toEqual([
      '2026-01-02 to 2026-01-31: 1 request, 0 errors, 0 refused by brownouts',
      '1 client: moved 0, can move 0, has work 1, unknown 0',
    ]);
    expect(out.at(-1)).toMatch(/^96e0618ddc9e +=old-bot +has work +1 .* 1 thing to change$/);
  });

  it('prints the page as JSON', async () => {
    expect(JSON.parse((await usage('json')).out.join('\n'))).toEqual(page);
  });
});
