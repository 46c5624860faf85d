import { postgresServer } from '../../store/support/postgres.ts';
import { repetitions } from '../../support/repetitions.ts';
import { createGameClock } from '../../support/gameClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { playSchedule } from '../support/playSchedule.ts';
import { SCHEDULE_START } from '../support/schedulePlan.ts';
import { inFile, onServer, type SchedulePlace } from '../support/schedulePlaces.ts';

const folder = temporaryFolder();
const server = postgresServer();
const seeds = Array.from({ length: repetitions(2, 200) }, (_, seed) => seed);

async function check(schedulePlace: SchedulePlace, seed: number): Promise<void> {
  const clock = createGameClock(SCHEDULE_START);
  const { moves, kept: keptCount, served, ...faults } = await playSchedule(schedulePlace, clock, seed);
  expect(faults).toMatchObject({
    lost: [],
    stale: [],
    disobeyed: [],
    miscounted: [],
    replanned: [],
    broken: [],
  });
  expect(keptCount).toBeGreaterThan(moves / 2);
  expect(served).toBeGreaterThan(0);
}

describe('processes of one store, while some are halted, cut off or killed', () => {
  it.each(seeds)(
    'lose no acknowledged change, obey no outdated one, count each request and take each step once: schedule %d in a file',
    (seed) => check(inFile(folder.path('store.db')), seed),
  );

  it.each(seeds)(
    'lose no acknowledged change, obey no outdated one, count each request and take each step once: schedule %d on a server',
    async (seed) => {
      const serverPlace = await onServer(await server.database(), server.run);
      try {
        await check(serverPlace, seed);
      } finally {
        await serverPlace.end();
      }
    },
  );
});
