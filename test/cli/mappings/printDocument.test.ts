import { exitCodeOf } from '../../../src/cli/command';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../../src/runtime/packageVersion';
import { printDocument } from '../../../src/cli/mappings/printDocument';
import { recordingTerminal } from '../../support/recordingTerminal';
import { shippedFolder } from '../../support/shipped';
import { temporaryFolder } from '../../support/temporaryFolder';

const temporary = temporaryFolder();

describe('printDocument', () => {
  it.each([
    ['openapi', '"openapi": "3.1.1"'],
    ['markdown', '# From API v1 to API v2'],
    ['html', '<!doctype html>'],
    ['json', '"chapters": ['],
  ] as const)('prints %s of the shipped mappings', async (name, text) => {
    const terminal = recordingTerminal();
    expect(await exitCodeOf(() => printDocument(name, undefined, terminal), terminal)).toBe(0);
    expect(terminal.out.join('\n')).toContain(text);
    expect(terminal.out.join('\n')).toContain(packageVersion());
    expect(terminal.err).toEqual([]);
  });

  it.each(['account.yaml', join('fixtures', 'account.yaml')])(
    'lists the faults of a broken %s',
    async (name) => {
      const copy = temporary.path('mappings');
      cpSync(shippedFolder, copy, { recursive: true });
      const file = join(copy, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('resource:', 'resourc:'));
      const terminal = recordingTerminal();
      expect(await exitCodeOf(() => printDocument('openapi', copy, terminal), terminal)).toBe(1);
      expect(terminal.out).toEqual([]);
      expect(terminal.err.join('\n')).toContain('did you mean "resource"?');
    },
  );

  it('says that the folder does not exist', async () => {
    const terminal = recordingTerminal();
    expect(await exitCodeOf(() => printDocument('html', temporary.path('none'), terminal), terminal)).toBe(1);
    expect(terminal.err.join('\n')).toContain('cannot be read');
  });
});
