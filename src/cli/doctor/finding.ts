/** How bad it is: nothing, something to know or to mend, something that keeps requests from being answered. */
export type Severity = 'ok' | 'warning' | 'error';

/** One thing that the doctor found. Holds no key and no value of an upstream. */
export interface Finding {
  /** What was looked at, e.g. `settings` or `v2`. */
  readonly subject: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}
