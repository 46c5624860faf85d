import { createGameClock } from '../../support/gameClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { openMember, type TestMember } from './openMember.ts';

/** Members of one store in a file, on a clock that starts anew with each test, at whose end they are closed. */
export function memberGame(start: number) {
  const folder = temporaryFolder();
  const game = {
    folder,
    clock: createGameClock(start),
    opened: [] as TestMember[],
    open: async (
      as: Parameters<typeof openMember>[3] = {},
      hook?: Parameters<typeof openMember>[4],
    ): Promise<TestMember> => {
      const member = await openMember(folder.path('store.db'), game.clock, {}, as, hook);
      game.opened.push(member);
      return member;
    },
    /** Lets the clock go on until a promise is settled. */
    meanwhile: async <Value>(work: Promise<Value>): Promise<Value> => {
      const running = { work: true };
      const settled = work.finally(() => (running.work = false));
      settled.catch(() => undefined);
      while (running.work) await game.clock.advance(10);
      return settled;
    },
  };
  beforeEach(() => {
    game.clock = createGameClock(start);
    game.opened = [];
  });
  afterEach(() => Promise.all(game.opened.map(({ close }) => close())));
  return game;
}
