import type { Change } from './change';

/** What a person may change. */
export type ManualChange = Exclude<Change, { kind: 'closeStep' | 'epoch' }>;

/** A change that a person asks for. */
export interface ChangeRequest {
  readonly resource: string;
  readonly change: ManualChange;
  readonly actor: string;
  readonly reason: string;
}

/** Whether it is in force now; `kept` is false while it could not be written down yet. */
export type ChangeOutcome =
  | { readonly ok: true; readonly kept: boolean }
  | {
      readonly ok: false;
      readonly why: 'unknownResource' | 'unknownCaller' | 'held' | 'already' | 'storeFailed';
      readonly sentence: string;
    };

/** Whom a label was given to, or why to nobody. */
export type LabelOutcome =
  { readonly ok: true; readonly caller: string } | { readonly ok: false; readonly sentence: string };
