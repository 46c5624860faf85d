import { playKilledWrites } from '../support/playKilledWrites.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

describe('writes under way when the process is killed', () => {
  it.each([
    ['a single process, journal: power', 'power', []],
    [
      'the first of several processes, whose workers end with it, journal: process',
      'process',
      ['--workers', '2'],
    ],
  ] as const)('are on the list of writes after the restart: %s', async (_killed, journal, words) => {
    const { unknown, unanswered } = await playKilledWrites(folder.path('.'), 60, { journal, words });
    expect(unanswered).toBeGreaterThan(40);
    expect(unknown).toBe(0);
  });
});
