import { OTHERS } from '../../contract/recent';

/** Callers that are counted apart, and programs of each of them; all further ones are counted together. */
const MAX_CALLERS = 20_000;
export const MAX_PROGRAMS = 50;

/** Stands for keys that v1 and v2 have refused from the beginning. */
const UNKNOWN_KEY = '(unknown key)';

/** Stands for the caller of a request that the operator sends with his token: it is no client's. */
export const OPERATOR = '(operator)';

/** True for a caller that is one key. */
export const isCallerKey = (caller: string): boolean => !caller.startsWith('(');

/** A caller and a program of it. */
interface Client {
  readonly caller: string;
  readonly program: string;
}

/** Knows the clients, so that their number is bounded over restarts. */
export function createCountedClients() {
  const programs = new Map<string, Set<string>>();
  const programOf = (caller: string, program: string): string => {
    const ofCaller = programs.get(caller) ?? new Set();
    programs.set(caller, ofCaller);
    if (!ofCaller.has(program) && ofCaller.size >= MAX_PROGRAMS) return OTHERS;
    ofCaller.add(program);
    return program;
  };
  return {
    load: (clients: readonly Client[]): void => {
      programs.clear();
      for (const { caller, program } of clients) programOf(caller, program);
    },
    /** Returns the caller and the program as which a request is counted; a refused key is one only if it was a client before. */
    of: ({
      caller,
      program,
      outcome,
    }: Client & { readonly outcome: string }): readonly [caller: string, program: string] => {
      const isNew = isCallerKey(caller) && !programs.has(caller);
      if (isNew && outcome === 'unauthenticated') return [UNKNOWN_KEY, OTHERS];
      if (isNew && programs.size >= MAX_CALLERS) return [OTHERS, OTHERS];
      return [caller, programOf(caller, program)];
    },
  };
}
