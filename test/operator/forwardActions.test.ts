import type { ManualChange } from '../../src/cutover/stages/changeRequest.js';
import { parseStage } from '../../src/cutover/stages/stage.js';
import type { OperatorParts } from '../../src/operator/operatorParts.js';
import { operatorTable, runEntry } from '../../src/operator/operatorTable.js';
import { openTestCutover, type TestCutover } from '../cutover/support/openTestCutover.ts';

const CALLER = '96e0a1b2c3d4';
const STAGES = ['v1', 'shadow', 'canary 100%', 'v2', 'gone'];
const motive = { resource: 'offer', reason: 'tried' };
const ofClient = { caller: CALLER, reason: 'tried' };

/** Inputs of every action that can reach a client; the others touch no traffic. */
const inputsByAction: Readonly<Record<string, readonly object[]>> = {
  'stages/move': STAGES.map((to) => ({ ...motive, to, force: true, confirm: 'offer' })),
  'stages/hold': [motive],
  'stages/release': [{ ...motive, force: true, confirm: 'offer' }],
  'stages/kill': [motive],
  'stages/pin': ['v1', 'v2', 'none'].map((side) => ({ ...motive, caller: CALLER, side })),
  'clients/extend': ['', '2025-11-10', '2025-12-31'].map((until) => ({ ...ofClient, until })),
  'clients/gone': [false, true].map((undo) => ({ ...ofClient, undo })),
  'brownouts/stop': [{ which: 'all', reason: 'tried' }],
};

const untouching = [
  ...['alarms/acknowledge', 'clients/label', 'differences/agree', 'differences/resolve', 'differences/trial'],
  ...['events/again', 'faults/set', 'index/warm', 'stages/approve', 'tokens/add', 'tokens/remove'],
  'writes/close',
];

const actions = operatorTable.filter(({ kind }) => kind === 'action');

/** Opens a cutover of two people after changes that both have agreed to. */
async function opened(stage: string, changes: readonly ManualChange[]): Promise<TestCutover> {
  const cutover = await openTestCutover({ approvals: 2 });
  const to = parseStage(stage);
  if (to !== undefined && stage !== 'v1') await cutover.moveTo(to);
  for (const change of changes) {
    const resource = 'until' in change || change.kind === 'retire' ? '*' : 'offer';
    await cutover.ask(change, { resource, approved: true, force: true });
  }
  return cutover;
}

const pinTo = (side: 'v1' | 'v2'): ManualChange => ({ kind: 'pin', caller: CALLER, side });
const retired: ManualChange = { kind: 'retire', caller: CALLER, gone: true };
const spared: ManualChange = { kind: 'extend', caller: CALLER, until: Date.UTC(2025, 10, 20) };

const situations: readonly (readonly [what: string, changes: readonly ManualChange[]])[] = [
  ['nothing set', []],
  ['a pin to v1', [pinTo('v1')]],
  ['a pin to v2', [pinTo('v2')]],
  ['a kill', [{ kind: 'kill' }]],
  ['a kill and a pin to v2', [pinTo('v2'), { kind: 'kill' }]],
  ['an end of v1 that it is spared from', [retired, spared]],
];

describe('an action of one person where two are wanted', () => {
  it('is known here as one that reaches a client, or as one that touches no traffic', () => {
    const known = [...Object.keys(inputsByAction), ...untouching];
    expect(actions.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  const all = STAGES.slice(0, -1).flatMap((stage) =>
    situations.map(([what, changes]) => [stage, what, changes] as const),
  );
  it.each(all)('takes v1 from nobody at %s with %s', async (stage, _what, changes) => {
    for (const action of actions) {
      for (const input of inputsByAction[action.name] ?? []) {
        const cutover = await opened(stage, changes);
        const operatorParts = { cutover, now: cutover.clock.now } as unknown as OperatorParts;
        const sideBefore = cutover.decide('offer', CALLER).side;
        await runEntry(action, operatorParts, input, 'bob');
        const tried = { action: action.name, input, side: cutover.decide('offer', CALLER).side };
        if (sideBefore === 'v1') expect(tried).toEqual({ ...tried, side: 'v1' });
      }
    }
  });
});
