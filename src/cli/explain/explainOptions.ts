/** The options of `lifeboat explain`. */
export interface ExplainOptions {
  readonly config?: string;
  /** Origin of the running gateway's admin port, when it is not as configured. */
  readonly admin?: string;
  readonly sandbox: boolean;
  readonly liveShapes: boolean;
  /** JSON, or the file that holds it. */
  readonly body?: string;
  readonly header: readonly string[];
  /** Name of the variable that holds the key: a key on the command line could be read by every user of the machine. */
  readonly keyEnv?: string;
  /** File with an answer of v2: nothing is sent then. */
  readonly v2?: string;
  /** Which item of a list to show, from 1. */
  readonly item: number;
  /** True to execute a write on a configured upstream. */
  readonly send: boolean;
  readonly json: boolean;
}
