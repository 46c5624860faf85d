import type { Call } from './call';
import type { Reply } from './reply';

/** What an operation does: refuses, or reads and writes and answers. */
export type Handler = (call: Call) => Promise<Reply> | Reply;

/** One handler for each operation of a contract: none missing, none too many. */
export type HandlersOf<Contracts> = { readonly [Name in keyof Contracts]: Handler };
