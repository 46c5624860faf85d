import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { PROGRAM, ROOT } from './builtProgram';
import { temporaryFolder } from './temporaryFolder';

const manifest = z.object({ scripts: z.object({ build: z.string() }) });

describe('the build that tests start', () => {
  const folder = temporaryFolder();

  /** Makes a clone of one source, which shares the packages of this one, and returns a build of it. */
  function cloneOf(name: string, source: string) {
    const clone = folder.path(name);
    mkdirSync(join(clone, 'src'), { recursive: true });
    for (const piece of ['.config', 'tsconfig.json'])
      cpSync(join(ROOT, piece), join(clone, piece), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
    const file = join(clone, 'src', 'cli.ts');
    writeFileSync(file, source);
    const { scripts } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    const [program = '', ...words] = (scripts.build.split(' && ')[0] ?? '').split(' ');
    expect(program).toBe('node');
    const build = (): string => {
      const { status, stdout } = spawnSync(process.execPath, words, { cwd: clone, encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, '']);
      return readFileSync(join(clone, relative(ROOT, PROGRAM)), 'utf8');
    };
    return { file, build };
  }

  it('is made of the sources of its own clone, whatever another one with the same packages has built', () => {
    const firstEntry = cloneOf('first', 'export const answer = 1;\n');
    const second = cloneOf('second', 'export const answer = 2;\n');
    const { atime, mtime } = statSync(firstEntry.file);
    utimesSync(second.file, atime, mtime);
    expect(firstEntry.build()).toContain('answer = 1;');
    expect(second.build()).toContain('answer = 2;');
    expect(firstEntry.build()).toContain('answer = 1;');
  });

  it('is made again for another text, also of the same time and length', () => {
    const { file, build } = cloneOf('third', 'export const answer = 1;\n');
    expect(build()).toContain('answer = 1;');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'export const answer = 3;\n');
    utimesSync(file, atime, mtime);
    expect(build()).toContain('answer = 3;');
  });
});
