/** An answer as a client reads it. */
export interface SeenAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body as text; empty when there was none. */
  readonly body: string;
}
