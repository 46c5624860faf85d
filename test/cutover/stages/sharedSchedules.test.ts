import { createGameClock } from '../../support/gameClock';
import { temporaryFolder } from '../../support/temporaryFolder';
import { playSchedule } from '../support/playSchedule';

const folder = temporaryFolder();

describe('processes that share a store, while some are stopped, cut off or killed', () => {
  it.each(Array.from({ length: 10 }, (_, seed) => seed))(
    'lose no acknowledged change, obey no old one and count each request once: schedule %d',
    async (seed) => {
      const clock = createGameClock(Date.UTC(2025, 9, 1, 12));
      const { lost, stale, disobeyed, miscounted, broken, moves } = await playSchedule(
        folder.path('store.db'),
        clock,
        seed,
      );
      expect({ lost, stale, disobeyed, miscounted, broken }).toEqual({
        ...{ lost: [], stale: [], disobeyed: [], miscounted: [], broken: [] },
      });
      expect(moves).toBeGreaterThan(0);
    },
  );
});
