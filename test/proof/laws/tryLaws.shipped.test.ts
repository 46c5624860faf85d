import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { laws } from '../../../src/proof/laws/tryLaws';

const run = promisify(execFile);

async function inZone(zone: string): Promise<{ january: number; broken: unknown[] }> {
  const script = join(__dirname, 'inZone.ts');
  const environment = { ...process.env, TZ: zone };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script], { env: environment });
  return JSON.parse(stdout) as { january: number; broken: unknown[] };
}

describe('the shipped mappings', () => {
  it('are held against eleven laws', () => {
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
  ])('keep every law in 500 runs each in the time zone %s', async (zone, offset) => {
    expect(await inZone(zone)).toEqual({ january: offset, broken: [] });
  });
});
