import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sourceProgram } from '../support/builtProgram.ts';
import { itWith } from '../support/systemPrograms.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const program = sourceProgram('test/faults/support/playFullDisk.ts');
const full = expect.stringMatching(/full|I\/O/) as string;

async function play(wayName: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...program, wayName, folder.path('.')]);
  return JSON.parse(stdout);
}

describe('a gateway whose disk is full', () => {
  itWith('prlimit').each([
    ['because its files may not grow (EFBIG)', 'limited'],
    ['because its disk is full (ENOSPC, for users who may mount one)', 'full'],
  ])('%s goes on, reports it once, loses nothing and needs no restart', async (_why, wayName) => {
    expect(await play(wayName)).toEqual([
      { reported: [full, 'recovered'], meanwhile: 1, kept: 1 },
      {
        reported: ['degraded', 'recovered'],
        meanwhile: { side: 'v1', because: 'degraded', mayFallBack: false, compare: 'nothing', stage: 'v2' },
        killed: { ok: true, kept: false },
        healthy: true,
        last: 'kill',
        lost: 0,
        whole: true,
        writes: ['r-1'],
      },
      {
        reported: ['degraded', 'recovered'],
        meanwhile: false,
        healthy: true,
        lost: 0,
      },
    ]);
  });
});
