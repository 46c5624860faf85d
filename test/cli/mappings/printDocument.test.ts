import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../../src/runtime/packageVersion.js';
import { printDocument } from '../../../src/cli/mappings/printDocument.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const temporary = temporaryFolder();

describe('printDocument', () => {
  it.each([
    ['openapi', '"openapi": "3.1.1"'],
    ['markdown', '# From API v1 to API v2'],
    ['html', '<!doctype html>'],
    ['json', '"chapters": ['],
  ] as const)('prints %s of the shipped mappings', async (name, text) => {
    const { code, out, err } = await ranText((terminal) => printDocument(name, undefined, terminal));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(text);
    expect(out).toContain(packageVersion());
  });

  it.each(['account.yaml', join('fixtures', 'account.yaml')])(
    'lists the faults of a broken %s',
    async (name) => {
      const copy = temporary.path('mappings');
      cpSync(shippedFolder, copy, { recursive: true });
      const file = join(copy, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('resource:', 'resourc:'));
      const { code, out, err } = await ranText((terminal) => printDocument('openapi', copy, terminal));
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('did you mean "resource"?');
    },
  );

  it('says that the folder does not exist', async () => {
    const none = temporary.path('none');
    const { code, err } = await ranText((terminal) => printDocument('html', none, terminal));
    expect(code).toBe(1);
    expect(err).toContain('cannot be read');
  });
});
