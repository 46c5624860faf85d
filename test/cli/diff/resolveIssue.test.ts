import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { RunningServer } from '../../../src/http/server/startServer.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { runHere } from '../../support/runHere.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { fullReport, partsShowing } from './reports.ts';

const folder = temporaryFolder();

describe('lifeboat diff resolve and agree', () => {
  let port: RunningServer;

  async function open(report: ComparisonReport) {
    const resources = report.issues.map(({ resource }) => ({ name: resource, operations: [], epoch: '' }));
    const cutover = await openTestCutover({ subject: { resources: resources.slice(0, 1) } });
    port = await openAdminPort(cutover, TOKEN, { parts: partsShowing(report) });
    return cutover;
  }

  const UNTIL = '2030-01-01';
  const until = Date.parse(UNTIL);
  const run = (...words: readonly string[]) => {
    const motive = ['--reason', 'v2 was mended', '--by', 'ada', '--admin', port.origin];
    return runHere(['diff', ...words, ...motive], {
      cwd: folder.path('.'),
      environment: { LIFEBOAT_ADMIN_TOKEN: TOKEN },
    });
  };

  it.each([
    ['that it is mended', 'resolve', [], {}],
    [
      'that it is agreed on, by whoever is noted unless an owner is named',
      'agree',
      ['--until', UNTIL],
      { agreed: { until, owner: 'ada' } },
    ],
    [
      'that it is agreed on, with its owner',
      'agree',
      ['--until', UNTIL, '--owner', 'pricing'],
      { agreed: { until, owner: 'pricing' } },
    ],
  ])(
    'makes the gateway record %s, with every place of the issue',
    async (_what, command, words, recorded) => {
      const report = fullReport();
      const [, issue] = report.issues;
      if (issue === undefined) throw new Error('no issue');
      const cutover = await open(report);
      expect(await run(command, issue.id, ...words)).toMatchObject({ code: 0, stderr: '' });
      expect(cutover.events()).toMatchObject([
        {
          resource: issue.resource,
          actor: 'admin',
          reason: 'v2 was mended (by ada)',
          change: {
            kind: 'resolve',
            issue: issue.id,
            ...recorded,
            causes: [{ operation: 'get', path: 'data.attributes.price', kind: 'value' }],
          },
        },
      ]);
    },
  );

  it('lists the issues if the named one does not exist', async () => {
    await open(fullReport());
    const { code, stderr } = await run('resolve', 'none');
    expect(code).toBe(4);
    expect(stderr).toMatch(/^no issue none; there are:\n {2}[0-9a-f]{8} missing at data/);
  });
});
