import { playKilledWrites, type StartProgram } from '../support/playKilledWrites.ts';
import { runCli } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const serve =
  (...words: readonly string[]): StartProgram =>
  (environment) =>
    runCli(['serve', ...words, '--port', '0', '--admin-port', '0'], { cwd: folder.path('.'), environment });

describe('writes under way when the process is killed', () => {
  it.each([
    ['a single process, journal: power', 'power', []],
    [
      'the first of several processes, whose workers end with it, journal: process',
      'process',
      ['--workers', '2'],
    ],
  ] as const)('are on the list of writes after the restart: %s', async (_killed, journal, words) => {
    const { unknown, unanswered } = await playKilledWrites(serve(...words), 60, journal);
    expect(unanswered).toBeGreaterThan(40);
    expect(unknown).toBe(0);
  });
});
