import type { Change } from './change';
import type { Judgement } from './judge';

/** What a person may change. */
export type ManualChange = Exclude<Change, { kind: 'closeStep' | 'epoch' }>;

/** A change that a person asks for. */
export interface ChangeRequest {
  readonly resource: string;
  readonly change: ManualChange;
  readonly actor: string;
  readonly reason: string;
  /** Moves forward although the gate is not passed. */
  readonly force?: boolean | undefined;
  /** The name of the resource, typed once more, where it is moved to `gone`. */
  readonly confirm?: string | undefined;
}

/** Whether it is in force now; `kept` is false while it could not be written down yet. */
export type ChangeOutcome =
  | { readonly ok: true; readonly kept: boolean }
  | {
      readonly ok: false;
      readonly why:
        'unknownResource' | 'unknownCaller' | 'held' | 'already' | 'unconfirmed' | 'gate' | 'storeFailed';
      readonly sentence: string;
      /** What the gate says, where that is why. */
      readonly judgement?: Judgement;
    };

/** Whom a label was given to, or why to nobody. */
export type LabelOutcome =
  { readonly ok: true; readonly caller: string } | { readonly ok: false; readonly sentence: string };
