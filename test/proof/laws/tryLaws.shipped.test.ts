import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { laws } from '../../../src/proof/laws/tryLaws';
import { built } from '../../support/builtProgram';

const run = promisify(execFile);

async function inZone(zone: string): Promise<{ january: number; broken: unknown[] }> {
  const environment = { ...process.env, TZ: zone };
  const { stdout } = await run(process.execPath, [built('test/proof/laws/inZone.ts')], { env: environment });
  return JSON.parse(stdout) as { january: number; broken: unknown[] };
}

describe('the shipped mappings', () => {
  it('are checked against eleven laws', () => {
    expect(laws.map(({ name }) => name)).toEqual([
      'conform',
      'inverse',
      'isolation',
      'stability',
      'totality',
      'containment',
      'need',
      'sparse',
      'mirror',
      'error inverse',
      'request totality',
    ]);
  });

  it.each([
    ['UTC', 0],
    ['Asia/Tokyo', -540],
    ['America/St_Johns', 210],
  ])('keep every law in the time zone %s', async (zone, offset) => {
    expect(await inZone(zone)).toEqual({ january: offset, broken: [] });
  });
});
