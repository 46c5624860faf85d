import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from './makeOnce';
import { temporaryFolder } from './temporaryFolder';

const folder = temporaryFolder();
const name = `test-${randomUUID()}`;

/** Names of all folders that were made. */
const madeFolders = (): readonly string[] =>
  readdirSync(tmpdir()).filter((file) => file.startsWith(`lifeboat-${name}`));

function fill(fresh: string): void {
  mkdirSync(fresh);
  writeFileSync(join(fresh, 'file'), '');
}

const make = (work: (fresh: string) => void): string => makeOnce(name, folder.path('.'), work);

describe('a folder of what a package brings', () => {
  beforeEach(() => writeFileSync(folder.path('package.json'), '{ "version": "1.2.3" }'));
  afterEach(() => {
    for (const madeText of madeFolders()) rmSync(join(tmpdir(), madeText), { recursive: true });
  });

  it('is made once for each version and user', () => {
    const filled: string[] = [];
    const count = (fresh: string): void => {
      filled.push(fresh);
      fill(fresh);
    };
    expect(make(count)).toBe(make(count));
    expect(filled).toHaveLength(1);
    expect(madeFolders()).toEqual([`lifeboat-${name}-1.2.3-${userInfo().uid}`]);
  });

  it('is not there before it is whole, and not at all if it cannot be', () => {
    const breakOff = (fresh: string): void => {
      fill(fresh);
      expect(madeFolders()).not.toContain(`lifeboat-${name}-1.2.3-${userInfo().uid}`);
      throw new Error('broken off');
    };
    expect(() => make(breakOff)).toThrow('broken off');
    expect(madeFolders()).toEqual([]);
  });

  it('is that of another process if it was quicker', () => {
    const folderOfBoth = make((fresh) => {
      make(fill);
      mkdirSync(fresh);
      writeFileSync(join(fresh, 'another file'), '');
    });
    expect(existsSync(join(folderOfBoth, 'file'))).toBe(true);
    expect(madeFolders()).toHaveLength(1);
  });
});
