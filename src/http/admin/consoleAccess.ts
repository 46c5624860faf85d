import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { ActionNotice, Page } from '../../console/consoleData';
import type { Clock } from '../../contract/clock';
import { isSameSecret } from './adminAccess';

/** One visitor of the console. */
export interface Session {
  readonly id: string;
  /** Stands in every form of the visitor's pages, and nowhere else. */
  readonly proof: string;
  /** Name of the visitor; undefined unless signed in. */
  readonly name: string | undefined;
  /** Answer to the latest action, shown once. */
  notice: ActionNotice | undefined;
  /** Clock ms. */
  usedAt: number;
}

/** Options of createSessions. */
interface SessionOptions {
  readonly now: () => number;
}

/** Time (ms) without a request after which a session has ended. */
const IDLE = 30 * 60_000;

/** Most sessions; beyond them the one that was used longest ago ends. */
const MOST = 200;

const SECRET_BYTES = 32;
const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Cookies know no ports (RFC 6265 8.5), so several gateways on one machine need names of their own. */
const cookieOf = ({ headers: { host = '' } }: Pick<Request, 'headers'>): string =>
  `lifeboat_console_${/:(\d+)$/.exec(host)?.[1] ?? '0'}`;

function readCookie({ headers }: Pick<Request, 'headers'>): string | undefined {
  const name = cookieOf({ headers });
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** Keeps the sessions of the console in memory: a restart ends them all. */
function createSessions({ now }: SessionOptions) {
  const sessions = new Map<string, Session>();
  const isOver = ({ usedAt }: Session): boolean => now() - usedAt > IDLE;
  const add = (session: Session): void => {
    for (const [id, one] of sessions) if (isOver(one) || sessions.size >= MOST) sessions.delete(id);
    sessions.set(session.id, session);
  };
  return {
    /** Finds the session of a request; a request of a person keeps it alive, a stream only looks. */
    of: (request: Pick<Request, 'headers'>, use: 'use' | 'look'): Session | undefined => {
      const session = sessions.get(readCookie(request) ?? '');
      if (session === undefined || isOver(session)) return undefined;
      if (use === 'look') return session;
      session.usedAt = now();
      // The order of use, for the cap.
      sessions.delete(session.id);
      sessions.set(session.id, session);
      return session;
    },
    /** Opens a session: a fresh one also for whoever had one, so that no earlier cookie is worth anything. */
    open: (request: Request, response: Response, name: string | undefined): Session => {
      const session = { id: secret(), proof: secret(), name, notice: undefined, usedAt: now() };
      sessions.delete(readCookie(request) ?? '');
      add(session);
      response.append('set-cookie', `${cookieOf(request)}=${session.id}; Path=/; HttpOnly; SameSite=Strict`);
      return session;
    },
    end: (request: Request): void => void sessions.delete(readCookie(request) ?? ''),
  };
}

/** True for a request of the console's own pages: no other origin may post (RFC 6454), and a form cannot forge this. */
export function isOwnPost({ headers }: Pick<Request, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** True if a form holds the proof of its visitor. */
export const hasProof = (session: Session | undefined, proof: unknown): session is Session =>
  session !== undefined && typeof proof === 'string' && isSameSecret(proof, session.proof);

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
