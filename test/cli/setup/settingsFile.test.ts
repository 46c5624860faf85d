import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { init } from '../../../src/cli/setup/settingsFile';
import { settingsTemplate } from '../../../src/config/renderSettings';
import { recordingTerminal } from '../../support/recordingTerminal';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

describe('lifeboat init', () => {
  it('writes the commented settings, readable for the owner only, and says what to do next', () => {
    const terminal = recordingTerminal();
    const file = folder.path('lifeboat.yaml');
    expect(init({ file, force: false }, terminal)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(settingsTemplate());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(terminal.out).toEqual([expect.stringContaining(`lifeboat config --config ${file}`)]);
  });

  it('keeps a file that exists, unless forced', () => {
    const terminal = recordingTerminal();
    const file = folder.path('lifeboat.yaml');
    writeFileSync(file, 'mine');
    expect(init({ file, force: false }, terminal)).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(terminal.err).toEqual([expect.stringContaining('--force')]);
    expect(init({ file, force: true }, terminal)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(settingsTemplate());
  });

  it('fails with a message where it cannot write', () => {
    const terminal = recordingTerminal();
    expect(init({ file: folder.path('none/lifeboat.yaml'), force: false }, terminal)).toBe(1);
    expect(terminal.err).toEqual([expect.stringContaining('cannot be written')]);
  });
});
