import { renderStage } from '../../src/cutover/stages/stage.js';
import type { Change } from '../../src/cutover/stages/stageEvent.js';

type Manual = Extract<Change, { kind: 'move' | 'hold' | 'release' | 'kill' | 'pin' }>;

/** Puts a change as the admin API takes it, without asking the gate: the path of its action, and its input. */
export function adminChange(
  { kind, ...change }: Manual,
  motive: {
    readonly resource: string;
    readonly reason: string;
    readonly by?: string;
    readonly force?: boolean;
  },
): readonly [path: string, input: object] {
  const { force = true, ...reasons } = motive;
  const fields = 'to' in change ? { to: renderStage(change.to) } : change;
  const asks = ['move', 'release'].includes(kind);
  return [`/api/stages/${kind}`, { ...reasons, ...fields, ...(asks && { force }) }];
}
