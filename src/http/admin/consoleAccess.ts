import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { ActionNotice, Page } from '../../console/consoleData';
import type { Clock } from '../../contract/clock';
import { isAllowed, type Visitor } from '../../operator/visitor';
import { isSameSecret } from './adminAccess';
import type { Door } from './door';

/** One visitor of the console. */
export interface Session {
  readonly id: string;
  /** Token in every form of the visitor's pages, and nowhere else. */
  readonly proof: string;
  /** The visitor; undefined unless signed in. */
  readonly visitor: Visitor | undefined;
  /** Answer to the latest action, shown once. */
  notice: ActionNotice | undefined;
  /** Instant of the latest use, clock ms. */
  usedAt: number;
}

/** Options of createSessions. */
interface SessionOptions {
  readonly now: () => number;
}

/** Time (ms) without a request after which a session has ended. */
const IDLE = 30 * 60_000;

/** Most sessions; beyond them the session that was used longest ago ends. */
const MAX_SESSIONS = 200;

const SECRET_BYTES = 32;
const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Returns the cookie's name. It contains the port, because cookies know no ports (RFC 6265 8.5) and several gateways
 * may run on one machine.
 */
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
    for (const [id, one] of sessions) if (isOver(one) || sessions.size >= MAX_SESSIONS) sessions.delete(id);
    sessions.set(session.id, session);
  };
  return {
    /** Finds the session of a request. A person's request keeps the session alive; a stream only looks it up. */
    of: (request: Pick<Request, 'headers'>, use: 'use' | 'look'): Session | undefined => {
      const session = sessions.get(readCookie(request) ?? '');
      if (session === undefined || isOver(session)) return undefined;
      if (use === 'look') return session;
      session.usedAt = now();
      // Deleted and set again, so that the map is in the order of use, for the cap.
      sessions.delete(session.id);
      sessions.set(session.id, session);
      return session;
    },
    /** Opens a new session even for a visitor who had one, so that no earlier cookie is worth anything. */
    open: (request: Request, response: Response, visitor: Visitor | undefined): Session => {
      const session = { id: secret(), proof: secret(), visitor, notice: undefined, usedAt: now() };
      sessions.delete(readCookie(request) ?? '');
      add(session);
      response.append('set-cookie', `${cookieOf(request)}=${session.id}; Path=/; HttpOnly; SameSite=Strict`);
      return session;
    },
    end: (request: Request): void => void sessions.delete(readCookie(request) ?? ''),
  };
}

/** True if a form holds the proof of its visitor. */
export const hasProof = (session: Session | undefined, proof: unknown): session is Session =>
  session !== undefined && typeof proof === 'string' && isSameSecret(proof, session.proof);

/** Data of a page that do not depend on the visitor. */
export type SharedPage = Omit<
  Page,
  'path' | 'at' | 'mayChange' | 'mayAdmin' | 'visitor' | 'notice' | 'proof'
>;

/** Options of createConsole. */
export interface ConsoleOptions {
  /** Makes the page at a path with its query; undefined for a path without a screen. */
  readonly pageOf: (path: string) => Promise<SharedPage | undefined>;
  /** Carries out an entry of the operator's table with the fields of its form, in the name of the actor. */
  readonly act: (
    name: string,
    fields: Readonly<Record<string, string>>,
    visitor: Pick<Visitor, 'name' | 'role'>,
  ) => Promise<ActionNotice>;
  readonly door: Door;
  /** True if every visitor who may look may also make changes, because nothing real is behind the gateway. */
  readonly openChanges: boolean;
  readonly clock: Clock;
}

/** Name of the actor in an embedded gateway without a token. */
const NO_NAME = { name: 'console', role: 'operator', proof: '' } as const;

/** Creates the rights of visitors. */
export function createAccess({ door, openChanges, clock }: ConsoleOptions) {
  const sessions = createSessions({ now: clock.now });
  const visitorOf = (session: Session | undefined): Visitor | undefined =>
    session?.visitor ?? (openChanges ? NO_NAME : undefined);
  /** Finds the session of a request. It ends together with the token, or the proxy's user, that it was opened for. */
  const sessionOf = (request: Request, use: 'use' | 'look'): Session | undefined => {
    const session = sessions.of(request, use);
    const visitor = session?.visitor;
    const stands =
      visitor === undefined || door.stands(visitor) || door.userOf(request)?.proof === visitor.proof;
    return stands ? session : undefined;
  };
  return {
    sessions,
    visitorOf,
    sessionOf,
    /** Finds the session of a visitor who opens a page, or opens one if no token is needed. */
    enter: (request: Request, response: Response): Session | undefined => {
      const session = sessionOf(request, 'use');
      const user = door.userOf(request);
      if (user !== undefined && session?.visitor?.proof !== user.proof)
        return sessions.open(request, response, user);
      return session ?? (openChanges ? sessions.open(request, response, undefined) : undefined);
    },
    mayLook: (session: Session | undefined): boolean => door.openReads || visitorOf(session) !== undefined,
    mayChange: (session: Session | undefined): Page['mayChange'] => {
      const visitor = visitorOf(session);
      if (visitor !== undefined) return isAllowed(visitor.role, 'operator') ? 'yes' : 'viewer';
      return door.hasTokens() ? 'signIn' : 'never';
    },
    signIn: door.enter,
  };
}

/** Access to the console. */
export type Access = ReturnType<typeof createAccess>;

/** Makes the page for a visitor from the shared page. */
export const pageFor = (
  access: Access,
  shared: SharedPage,
  session: Session | undefined,
  pageDetails: Pick<Page, 'path' | 'at' | 'notice'>,
): Page => {
  const mayChange = access.mayChange(session);
  const proof = mayChange === 'yes' ? (session?.proof ?? '') : '';
  const mayAdmin = session?.visitor?.role === 'admin';
  return { ...shared, ...pageDetails, mayChange, mayAdmin, proof, visitor: session?.visitor?.name };
};
