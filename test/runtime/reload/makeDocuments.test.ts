import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentTexts, makeDocuments } from '../../../src/runtime/reload/makeDocuments.js';
import { sourceProgram } from '../../support/builtProgram.ts';
import { shipped, shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { publicationOf } from '../../documents/publication.ts';

const run = promisify(execFile);

async function elsewhere(zone: string, folder: string): Promise<{ offset: number; texts: string[] }> {
  const environment = { ...process.env, TZ: zone, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  const words = [...sourceProgram('test/runtime/inZone.ts'), folder];
  const { stdout } = await run(process.execPath, words, { env: environment, maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as { offset: number; texts: string[] };
}

const publication = publicationOf();
/** Each document by its name: how it is made, and what it is. */
const texts = Object.entries(documentTexts).map(([name, text]) => [name, text, text(publication)] as const);
const temporary = temporaryFolder();

describe('the documents of a gateway with another style of dates', () => {
  it('show no example in the style of the files', () => {
    const { files, forms } = shipped().texts;
    const pages = (dates?: { account: 'iso' }) =>
      makeDocuments({ texts: { files, forms, dates }, folder: shippedFolder });
    expect(pages().openapi).toMatch(/"created_at": \d{10}\b/);
    expect(pages({ account: 'iso' }).openapi).not.toMatch(/"created_at": \d{10}\b/);
  });
});

describe('every document', () => {
  it.each(texts)('%s has the same bytes after a second making', (_, text, madeText) => {
    expect(text(publicationOf())).toBe(madeText);
  });

  it.each(texts)('%s does not depend on the order in which files are read', (_, text, madeText) => {
    const { resources, fixtures } = publication;
    const turned = { ...publication, resources: resources.toReversed(), fixtures: fixtures.toReversed() };
    expect(text(turned)).toBe(madeText);
  });

  it('does not depend on the folder, the order of its entries, the time zone or the locale', async () => {
    const copy = temporary.path('a folder of another name');
    mkdirSync(copy);
    for (const name of readdirSync(shippedFolder).toReversed()) {
      cpSync(join(shippedFolder, name), join(copy, name), { recursive: true });
    }
    const { offset, texts: madeTexts } = await elsewhere('America/St_Johns', copy);
    expect(offset).toBe(210);
    expect(madeTexts).toEqual(texts.map(([, , madeText]) => madeText));
  });

  it.each(texts)(
    '%s names its version and mappings, and no path of this machine',
    (_name, _text, madeText) => {
      expect(madeText).not.toContain(shippedFolder);
      expect(madeText).not.toContain(process.cwd());
      expect(madeText).toContain(publication.version);
      expect(madeText).toContain(publication.hash);
    },
  );
});
