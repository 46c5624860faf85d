import { playKilledWrites, type StartProgram } from '../support/playKilledWrites';
import { runCli } from '../support/runCli';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const serve =
  (...words: readonly string[]): StartProgram =>
  (environment) =>
    runCli(['serve', ...words, '--port', '0', '--admin-port', '0'], { cwd: folder.path('.'), environment });

describe('writes under way when the process is killed', () => {
  it.each(['process', 'power'] as const)(
    'are on the list of writes after the restart (journal: %s)',
    async (journal) => {
      const { unknown, unanswered } = await playKilledWrites(serve(), 60, journal);
      expect(unanswered).toBeGreaterThan(40);
      expect(unknown).toBe(0);
    },
  );

  it('are on the list, too, when the first of several processes is killed and its workers end with it', async () => {
    const { unknown, unanswered } = await playKilledWrites(serve('--workers', '2'), 60);
    expect(unanswered).toBeGreaterThan(40);
    expect(unknown).toBe(0);
  });
});
