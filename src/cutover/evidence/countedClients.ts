import { OTHERS } from '../../contract/recent';

/** Maximum number of callers that are counted separately, and of programs of each; all others are counted together. */
const MAX_CALLERS = 20_000;
export const MAX_PROGRAMS = 50;

/** Name for refused keys that have not been accepted lately. */
const UNKNOWN_KEY = '(unknown key)';

/** Name for the caller of requests with the token of the operator, which are not those of a client. */
export const OPERATOR = '(operator)';

/** Name for all callers together. */
export const ALL_CALLERS = '(all)';

/** Reports whether a caller is a single key. */
export const isCallerKey = (caller: string): boolean => !caller.startsWith('(');

interface Client {
  readonly caller: string;
  readonly program: string;
}

/** Creates the set of known clients, which bounds their number over restarts. */
export function createCountedClients() {
  const programs = new Map<string, Set<string>>();
  /** Notes a program of a caller. Beyond the maximum it counts as one of the others. */
  const noteProgram = (caller: string, program: string): string => {
    const ofCaller = programs.get(caller) ?? new Set();
    programs.set(caller, ofCaller);
    if (!ofCaller.has(program) && ofCaller.size >= MAX_PROGRAMS) return OTHERS;
    ofCaller.add(program);
    return program;
  };
  return {
    loadClients: (clients: readonly Client[]): void => {
      programs.clear();
      for (const { caller, program } of clients) noteProgram(caller, program);
    },
    /** Returns the caller and the program that a request counts for. A refused key counts only if it is known. */
    countedNames: ({
      caller,
      program,
      outcome,
    }: Client & { readonly outcome: string }): readonly [caller: string, program: string] => {
      const isNew = isCallerKey(caller) && !programs.has(caller);
      if (isNew && outcome === 'unauthenticated') return [UNKNOWN_KEY, OTHERS];
      if (isNew && programs.size >= MAX_CALLERS) return [OTHERS, OTHERS];
      return [caller, noteProgram(caller, program)];
    },
  };
}
