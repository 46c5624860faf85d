import { pino } from 'pino';
import { createDriftListener } from '../../src/runtime/notifiers.js';
import type { Notice } from '../../src/cutover/notices.js';
import type { DriftFinding } from '../../src/drift/driftReport.js';

const finding: DriftFinding = {
  endpoint: 'GET /v2/currency-offers/{currencyOffer}',
  path: 'data.title',
  kind: 'unexpected-null',
  found: 'null',
  expected: 'text',
  effect: 'replaced',
};

function listener() {
  const lines: { readonly path?: string }[] = [];
  const notices: Notice[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const notify = (notice: Notice) => void notices.push(notice);
  const alone = { share: () => undefined, isLeader: () => true };
  const drifted = createDriftListener({ logger, notify, now: () => 17, isHead: true }, alone);
  return { lines, notices, drifted };
}

describe('a drift finding', () => {
  it('is logged and notified once for many sightings by many processes', () => {
    const { lines, notices, drifted } = listener();
    drifted(finding);
    drifted({ ...finding });
    expect(lines).toEqual([expect.objectContaining({ ...finding, msg: 'v2 answers in a new shape' })]);
    expect(notices).toEqual([
      {
        kind: 'drift',
        resource: '*',
        id: expect.stringContaining('data.title') as string,
        at: 17,
        severity: 'warning',
        text: 'v2 answers in a new shape: GET /v2/currency-offers/{currencyOffer} shows data.title as null instead of text; clients get something else in its place',
      },
    ]);
  });

  it('is notified again when its effect on clients changes', () => {
    const { lines, notices, drifted } = listener();
    drifted(finding);
    drifted({ ...finding, effect: 'refused' });
    drifted({ ...finding, path: 'data.views', kind: 'new-field', expected: '', effect: 'passed' });
    expect(lines).toHaveLength(3);
    expect(notices.map(({ text }) => text.split('; ')[1])).toEqual([
      'clients get something else in its place',
      'answers are refused',
      'answers stay as they were',
    ]);
    expect(notices[2]?.text).not.toContain('instead of');
  });
});
