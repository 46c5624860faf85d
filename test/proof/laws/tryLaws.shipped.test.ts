import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { laws } from '../../../src/proof/laws/tryLaws.js';
import { sourceProgram } from '../../support/builtProgram.ts';

const run = promisify(execFile);

/** Time zones with their offset in January, in minutes. */
const ZONES = [
  ['Asia/Tokyo', -540],
  ['America/St_Johns', 210],
  ['UTC', 0],
] as const;

type Tried = Readonly<Record<string, { readonly january: number; readonly broken: readonly unknown[] }>>;

/** Tries the laws in all zones, in a process that starts in the first. */
async function inZones(): Promise<Tried> {
  const zones = ZONES.map(([zone]) => zone);
  const { stdout } = await run(process.execPath, [...sourceProgram('test/proof/laws/inZone.ts'), ...zones], {
    env: { ...process.env, TZ: zones[0] },
  });
  return JSON.parse(stdout) as Tried;
}

let tried: Tried;

beforeAll(async () => {
  tried = await inZones();
});

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

  it.each(ZONES)('keep every law in the time zone %s', (zone, offset) => {
    expect(tried[zone]).toEqual({ january: offset, broken: [] });
  });
});
