import { showLog } from '../../../src/cli/cutover/cutoverCommands.js';
import type { StageEvent } from '../../../src/cutover/stages/stageEvent.js';
import { openMemoryStore } from '../../../src/store/wholeStore.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { ran } from '../../support/recordingTerminal.ts';

const MOVES = [
  '2025-10-01 00:00:00 UTC  ada moved offer from v1 to canary 5%, against the gate: test',
  '2025-10-01 00:00:00 UTC  ada moved offer from canary 5% to v2, against the gate: test',
];

/** Runs `lifeboat stage log` after two moves, over a store whose log is read as the test says. */
async function logOver(read: (events: readonly StageEvent[]) => readonly StageEvent[], json = false) {
  const { cutover: store, counters } = await openMemoryStore();
  let readEvents: typeof read = (events) => events;
  const events = async () => readEvents(await store.events());
  const cutover = await openTestCutover({ store: { ...store, events }, counters });
  await cutover.moveTo({ kind: 'canary', percent: 5 });
  await cutover.moveTo({ kind: 'v2' });
  const { origin: admin } = await openAdminPort(cutover);
  readEvents = read;
  const words = { admin, json, verbose: false };
  const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };
  return ran((terminal) => showLog(words, { environment, terminal }));
}

const changed = ([firstEvent, ...laterEvents]: readonly StageEvent[]): readonly StageEvent[] =>
  firstEvent === undefined ? [] : [{ ...firstEvent, reason: 'another one' }, ...laterEvents];

const fails = (): never => {
  throw new Error('disk gone');
};

describe('lifeboat stage log', () => {
  it('ends with the line up to which the log is whole, for people only', async () => {
    const wholeLog = [...MOVES, 'the log is whole, up to line 2'];
    expect(await logOver((events) => events)).toEqual({ code: 0, out: wholeLog, err: [] });
    const { code, out, err } = await logOver((events) => events, true);
    expect([code, JSON.parse(out.join('')), err]).toEqual([0, [expect.anything(), expect.anything()], []]);
  });

  it.each([
    ['a line was changed', changed, 'the log is broken at line 1: it is not what was written'],
    [
      'a line was removed',
      (events: readonly StageEvent[]) => events.slice(1),
      'the log is broken at line 2: line 1 is missing',
    ],
    ['the store fails', fails, 'the log was not verified: The store cannot be read (Error).'],
  ])('prints the log, complains and ends with 1 where %s', async (_, read, complaint) => {
    expect(await logOver(read)).toEqual({ code: 1, out: MOVES, err: [complaint] });
    const { code, out, err } = await logOver(read, true);
    expect([code, JSON.parse(out.join('')), err]).toEqual([
      1,
      [expect.anything(), expect.anything()],
      [complaint],
    ]);
  });
});
