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
  ] as const)('prints %s of the shipped mappings', (name, text) => {
    const terminal = recordingTerminal();
    expect(printDocument(name, undefined, terminal)).toBe(0);
    expect(terminal.out.join('\n')).toContain(text);
    expect(terminal.out.join('\n')).toContain(packageVersion());
    expect(terminal.err).toEqual([]);
  });

  it.each(['account.yaml', join('fixtures', 'account.yaml')])('lists the faults of a broken %s', (name) => {
    const copy = temporary.path('mappings');
    cpSync(shippedFolder, copy, { recursive: true });
    const file = join(copy, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('resource:', 'resourc:'));
    const terminal = recordingTerminal();
    expect(printDocument('openapi', copy, terminal)).toBe(1);
    expect(terminal.out).toEqual([]);
    expect(terminal.err.join('\n')).toContain('did you mean "resource"?');
  });

  it('says that the folder does not exist', () => {
    const terminal = recordingTerminal();
    expect(printDocument('html', temporary.path('none'), terminal)).toBe(1);
    expect(terminal.err.join('\n')).toContain('cannot be read');
  });
});
