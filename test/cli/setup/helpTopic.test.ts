import { readFileSync } from 'node:fs';
import { createProgram } from '../../../src/cli/program';
import { showHelp } from '../../../src/cli/setup/helpTopic';
import { recordingTerminal } from '../../support/recordingTerminal';

async function help(...words: readonly string[]) {
  const terminal = recordingTerminal();
  const program = await createProgram('');
  let text = '';
  const record = { writeOut: (part: string) => (text += part) };
  program.configureOutput(record);
  for (const command of program.commands.flatMap((one) => [one, ...one.commands]))
    command.configureOutput(record);
  return { code: showHelp(program, words, terminal), ...terminal, text: () => text };
}

describe('lifeboat help', () => {
  it('prints the help of a command, of one in a group, and of the whole', async () => {
    expect((await help('serve')).text()).toContain('Usage: lifeboat serve');
    expect((await help('stage', 'set')).text()).toContain('Usage: lifeboat stage set');
    const { code, text } = await help();
    expect([code, text()]).toEqual([0, expect.stringContaining('Topics (lifeboat help TOPIC)')]);
  });

  it('prints a page by its topic', async () => {
    const { code, out } = await help('language');
    expect([code, out.join('\n')]).toEqual([0, readFileSync('mappings/README.md', 'utf8').trimEnd()]);
  });

  it('ends with 2 for a word that is neither, and suggests one', async () => {
    const { code, err } = await help('langage');
    expect([code, err.join('\n')]).toEqual([2, expect.stringContaining('did you mean "language"?')]);
  });

  it('fits into 80 columns', async () => {
    const { text } = await help();
    expect(
      text()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });
});
