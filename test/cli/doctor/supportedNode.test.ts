import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSupportedNode, nodeWarning } from '../../../src/cli/doctor/supportedNode.js';
import { PROGRAM, ROOT } from '../../support/builtProgram.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const supported = ['22.19.0', '22.21.1', '24.0.0', '24.21.0', '26.0.0', '27.1.0', '30.0.0-nightly20280101'];
const unsupported = ['18.20.8', '20.20.2', '22.18.0', '23.11.1', '25.2.0', '25.99.0'];

describe('isSupportedNode', () => {
  it('agrees with package.json', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ engines: { node: '^22.19.0 || ^24.0.0 || >=26.0.0' } });
  });

  it.each(supported)('accepts Node %s', (version) => expect(isSupportedNode(version)).toBe(true));

  it.each(unsupported)('refuses Node %s', (version) => expect(isSupportedNode(version)).toBe(false));
});

describe('nodeWarning', () => {
  it.each(['v22.19.0', 'v24.1.0', 'v26.0.0'])('is empty for the long-term release %s', (version) => {
    expect(nodeWarning(version)).toBeUndefined();
  });

  it('warns of any other release and names a better one', () => {
    expect(nodeWarning('v27.1.0')).toBe('Node v27.1.0 is not a long-term release: use Node 24');
  });
});

describe('lifeboat on a Node that it does not run on', () => {
  const folder = temporaryFolder();

  it.each([
    ['', 1],
    ['--version', 1],
    ['serve', 1],
    ['diff', 4],
    ['record', 4],
    ['import', 4],
    ['replay', 4],
  ])('ends `lifeboat %s` with %d and names the Node it needs', (command, code) => {
    const old = folder.path('old.cjs');
    const versions = `{ value: { ...process.versions, node: '23.11.1' } }`;
    writeFileSync(old, `Object.defineProperty(process, 'versions', ${versions});`);
    const words = ['--require', old, PROGRAM, ...command.split(' ').filter((word) => word !== '')];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([
      code,
      '',
      'lifeboat needs Node 22.19, 24, or 26 and later, and this is Node 23.11.1: install Node 24\n',
    ]);
  });
});
