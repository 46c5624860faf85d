import { readFileSync } from 'node:fs';
import { createProgram } from '../../../src/cli/program.js';
import { showHelp } from '../../../src/cli/setup/helpTopic.js';
import { recordingTerminal } from '../../support/recordingTerminal.ts';

async function help(words: readonly string[], json = false) {
  const terminal = recordingTerminal();
  const code = showHelp(await createProgram(''), words, terminal, json);
  return { code, text: terminal.out.join('\n'), err: terminal.err };
}

describe('lifeboat help', () => {
  it('prints the help of a command, of a grouped command, and of the program', async () => {
    expect((await help(['serve'])).text).toContain('Usage: lifeboat serve');
    expect((await help(['stage', 'set'])).text).toContain('Usage: lifeboat stage set');
    const { code, text } = await help([]);
    expect([code, text]).toEqual([0, expect.stringContaining('Topics (lifeboat help TOPIC)')]);
  });

  it('prints a page by its topic', async () => {
    const { code, text } = await help(['language']);
    expect([code, text]).toEqual([0, readFileSync('mappings/README.md', 'utf8').trimEnd()]);
  });

  it('prints help and pages as JSON', async () => {
    const file = 'mappings/README.md';
    const page = await help(['language'], true);
    expect(JSON.parse(page.text)).toEqual({ topic: 'language', file, text: readFileSync(file, 'utf8') });
    const set = await help(['stage', 'set'], true);
    expect(JSON.parse(set.text)).toEqual({
      command: 'stage set',
      text: expect.stringMatching(/^Usage: lifeboat stage set[^]*Exit codes: 0 done/) as string,
    });
  });

  it('ends with 2 for an unknown word, and suggests one', async () => {
    const { code, err } = await help(['langage']);
    expect([code, err.join('\n')]).toEqual([2, expect.stringContaining('did you mean "language"?')]);
  });

  it('prints at most 80 columns', async () => {
    const { text } = await help([]);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
