import { resolveIssue } from '../../../src/cli/diff/diffIssues';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport';
import type { RunningServer } from '../../../src/http/server/startServer';
import { openTestCutover } from '../../cutover/support/openTestCutover';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort';
import { recordingTerminal } from '../../support/recordingTerminal';
import { fullReport } from './reports';

describe('lifeboat diff resolve', () => {
  const options = { reason: 'v2 was mended', by: 'ada' };
  const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };
  let port: RunningServer;
  afterEach(() => port.close(0));

  async function open(report: ComparisonReport) {
    const resources = report.issues.map(({ resource }) => ({ name: resource, operations: [], epoch: '' }));
    const cutover = await openTestCutover({ subject: { resources: resources.slice(0, 1) } });
    const asked = () => Promise.reject(new Error('not asked'));
    port = await openAdminPort(cutover, TOKEN, {
      parts: {
        comparison: {
          collection: { reportOf: asked, sample: asked },
          ...{ accounts: { of: () => new Map() }, recorder: { read: asked } },
          figures: { report: () => report },
        },
      },
    });
    return cutover;
  }

  const until = Date.UTC(2030, 0, 1);

  it.each([
    ['that it is mended', {}, {}],
    [
      'that it is agreed on, by whoever is noted unless an owner is named',
      { until },
      { agreed: { until, owner: 'ada' } },
    ],
    [
      'that it is agreed on, with its owner',
      { until, owner: 'pricing' },
      { agreed: { until, owner: 'pricing' } },
    ],
  ])('has the gateway record %s, with every place of the issue', async (_what, agreement, recorded) => {
    const report = fullReport();
    const [, issue] = report.issues;
    if (issue === undefined) throw new Error('no issue');
    const cutover = await open(report);
    const terminal = recordingTerminal();
    const asked = { ...options, ...agreement, admin: port.origin };
    expect([await resolveIssue(issue.id, asked, environment, terminal), terminal.err]).toEqual([0, []]);
    expect(cutover.events()).toMatchObject([
      {
        ...{ resource: issue.resource, actor: 'admin', reason: 'v2 was mended (by ada)' },
        change: {
          ...{ kind: 'resolve', issue: issue.id, ...recorded },
          causes: [{ operation: 'get', path: 'data.attributes.price', kind: 'value' }],
        },
      },
    ]);
  });

  it('lists the issues when the named one does not exist', async () => {
    await open(fullReport());
    const terminal = recordingTerminal();
    expect(await resolveIssue('none', { ...options, admin: port.origin }, environment, terminal)).toBe(4);
    expect(terminal.err.join('\n')).toMatch(/^no issue none; there are:\n {2}[0-9a-f]{8} missing at data/);
  });
});
