import { writeFileSync } from 'node:fs';
import { readRulesFile } from '../../src/runtime/inputFiles';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const plain = { colour: false };

describe('the file of agreed differences', () => {
  it('is read as the README shows it, and another text has another hash', () => {
    const file = folder.path('agreed.yaml');
    writeFileSync(
      file,
      'ignore:\n  - { path: data.attributes.views, comparator: ignore, reason: a counter, owner: ada, expires: 2026-03-01 }\n',
    );
    const read = readRulesFile(file, ['getAccount'], plain);
    expect(read).toMatchObject({
      ok: true,
      value: [{ path: 'data.attributes.views', owner: 'ada', expires: Date.parse('2026-03-01'), line: 2 }],
    });
  });

  it('says what is wrong with it and where, or that it is not there', () => {
    const file = folder.path('agreed.yaml');
    writeFileSync(file, 'ignore:\n  - { path: a, comparator: ignore, reason: r, owner: o }\n');
    const broken = readRulesFile(file, [], plain);
    expect(broken.ok ? '' : broken.failure.join('\n')).toContain(`${file}:2`);
    const absent = readRulesFile(folder.path('none.yaml'), [], plain);
    expect(absent.ok ? '' : absent.failure.join('\n')).toContain('comparison.rules: ');
    expect(readRulesFile(undefined, [], plain)).toEqual({ ok: true, value: [] });
  });
});
