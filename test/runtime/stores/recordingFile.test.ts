import { writeFileSync } from 'node:fs';
import { readWholeLines } from '../../../src/runtime/stores/recordingFile.js';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const linesOf = (text: string): readonly string[] => {
  const file = folder.path('lines');
  writeFileSync(file, text);
  return [...readWholeLines(file)];
};

describe('the lines of a file', () => {
  it('come whole, even if longer than one read and beyond ASCII', () => {
    const lines = [1, 999, 70_000, 0, 200_001].map((length) => 'ö'.repeat(length));
    expect(linesOf(`${lines.join('\n')}\n`)).toEqual(lines);
  });

  it('are empty if none was finished', () => {
    expect(linesOf('')).toEqual([]);
    expect(linesOf('begun')).toEqual([]);
    expect(linesOf('whole\nbegun')).toEqual(['whole']);
  });

  it('throw if there is no file', () => {
    expect(() => [...readWholeLines(folder.path('nowhere'))]).toThrow('ENOENT');
  });
});
