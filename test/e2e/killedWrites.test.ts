import { playKilledWrites, type StartProgram } from '../support/playKilledWrites';
import { runCli } from '../support/runCli';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const program: StartProgram = (environment) =>
  runCli(['serve', '--port', '0', '--admin-port', '0'], { cwd: folder.path('.'), environment });

describe('writes under way when the process is killed', () => {
  it.each(['process', 'power'] as const)(
    'are on the list of writes after the restart (journal: %s)',
    async (journal) => {
      const { unknown, unanswered } = await playKilledWrites(program, 60, journal);
      expect(unanswered).toBeGreaterThan(40);
      expect(unknown).toBe(0);
    },
  );
});
