import type { ActionNotice, Page } from '../../console/consoleData';
import type { Clock } from '../../contract/clock';
import { isSameSecret } from './adminAccess';
import { createSessions, type Session } from './consoleSessions';

/** Data of a page that do not depend on the visitor. */
export type SharedPage = Omit<Page, 'path' | 'at' | 'mayChange' | 'visitor' | 'notice' | 'proof'>;

/** Options of createConsole. */
export interface ConsoleOptions {
  /** Makes the page at a path with its query; undefined if no screen stands there. */
  readonly pageOf: (path: string) => Promise<SharedPage | undefined>;
  /** Carries out an action with the fields of its form, in somebody's name. */
  readonly act: (
    action: string,
    fields: Readonly<Record<string, string>>,
    who: string,
  ) => Promise<ActionNotice>;
  readonly token: string | undefined;
  /** True where whoever reaches the port may look. */
  readonly openReads: boolean;
  /** True where whoever may look may also change: there is nothing real behind it. */
  readonly openChanges: boolean;
  readonly clock: Clock;
}

/** Rights of a visitor. */
export function createAccess({ token, openReads, openChanges, clock }: ConsoleOptions) {
  const sessions = createSessions({ now: clock.now });
  const isSignedIn = (session: Session | undefined): boolean => session?.name !== undefined;
  return {
    sessions,
    mayLook: (session: Session | undefined): boolean => openReads || isSignedIn(session),
    mayChange: (session: Session | undefined): Page['mayChange'] => {
      if (isSignedIn(session) || openChanges) return 'yes';
      return token === undefined ? 'never' : 'signIn';
    },
    signIn: (presented: string | undefined): boolean => isSameSecret(presented, token),
  };
}

/** Access to the console. */
export type Access = ReturnType<typeof createAccess>;

/** Puts a page together for a visitor. */
export const pageFor = (
  access: Access,
  shared: SharedPage,
  session: Session | undefined,
  rest: Pick<Page, 'path' | 'at' | 'notice'>,
): Page => {
  const mayChange = access.mayChange(session);
  const proof = mayChange === 'yes' ? (session?.proof ?? '') : '';
  return { ...shared, ...rest, mayChange, proof, visitor: session?.name };
};
