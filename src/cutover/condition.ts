/**
 * How one condition looks: `passed`; `waiting` for something other than data; `undecided` for want of data; `failing`
 * where the data speak against it. No data is never success and never failure.
 */
export type Outlook = 'passed' | 'waiting' | 'undecided' | 'failing';

/** One condition of the gate, and the sentence behind it. */
export interface Condition {
  readonly name:
    'parity' | 'errors' | 'latency' | 'operations' | 'signatures' | 'callers' | 'dwell' | 'hold' | 'coolDown';
  readonly outlook: Outlook;
  readonly sentence: string;
}
