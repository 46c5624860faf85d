import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type ActionNotice, blankPage, type Page } from '../../console/consoleData';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import { isAllowed, type Visitor } from '../../operator/operatorParts';
import { isSameSecret, type Door } from './door';

/** One visitor of the console. */
interface Session {
  readonly id: string;
  /** Token in every form of the visitor's pages, and nowhere else. */
  readonly proof: string;
  /** The visitor. It is undefined unless signed in. */
  readonly visitor: Visitor | undefined;
  /** Answer to the latest action, shown once. */
  notice: ActionNotice | undefined;
}

/** A request to the console, and the rights of its visitor. */
export interface Visit {
  readonly session: Session | undefined;
  readonly visitor: Visitor | undefined;
  readonly mayLook: boolean;
  readonly mayChange: Page['mayChange'];
}

export interface AccessOptions {
  readonly door: Door;
  /** True if every visitor who may look may also make changes, because nothing real is behind the gateway. */
  readonly openChanges: boolean;
  readonly clock: Clock;
}

/** Time (ms) without a request after which a session has ended. */
const IDLE_MS = 30 * MINUTE_MS;

/** Most sessions; beyond them the session that was used longest ago ends. */
const MAX_SESSIONS = 200;

const SECRET_BYTES = 32;
const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/**
 * Returns the cookie's name. It contains the port, because cookies know no ports (RFC 6265 8.5) and several gateways
 * may run on one machine.
 */
const cookieOf = ({ headers: { host = '' } }: Pick<Request, 'headers'>): string =>
  `lifeboat_console_${/:(\d+)$/.exec(host)?.[1] ?? '0'}`;

function readCookie({ headers }: Pick<Request, 'headers'>): string {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === cookieOf({ headers }))?.[1] ?? '';
}

/** Name of the actor in an embedded gateway without a token. */
const NO_NAME = { name: 'console', role: 'operator', proof: '' } as const;

/** Keeps the sessions of the console in memory, so that a restart ends them all, and finds the rights of visitors. */
export function createAccess({ door, openChanges, clock }: AccessOptions) {
  const sessions = new LRUCache<string, Session>({
    max: MAX_SESSIONS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: clock,
  });
  const visitOf = (session: Session | undefined): Visit => {
    const visitor = session?.visitor ?? (openChanges ? NO_NAME : undefined);
    const mayLook = door.openReads || visitor !== undefined;
    if (visitor === undefined)
      return { session, visitor, mayLook, mayChange: door.hasTokens() ? 'signIn' : 'never' };
    return { session, visitor, mayLook, mayChange: isAllowed(visitor.role, 'operator') ? 'yes' : 'viewer' };
  };
  /** Opens a new session even for a visitor who had one, so that no earlier cookie is worth anything. */
  const openSession = (request: Request, response: Response, visitor: Visitor | undefined): Visit => {
    const session = { id: makeSecret(), proof: makeSecret(), visitor, notice: undefined };
    sessions.delete(readCookie(request));
    sessions.set(session.id, session);
    response.append('set-cookie', `${cookieOf(request)}=${session.id}; Path=/; HttpOnly; SameSite=Strict`);
    return visitOf(session);
  };
  /**
   * Finds the visit of a request. A person's request keeps the session alive. A stream only looks it up. A session ends
   * together with its token or proxy's user.
   */
  const findVisit = (request: Request, use: 'use' | 'look'): Visit => {
    const id = readCookie(request);
    const session = use === 'look' ? sessions.peek(id) : sessions.get(id);
    const visitor = session?.visitor;
    const stands =
      visitor === undefined || door.stands(visitor) || door.userOf(request)?.proof === visitor.proof;
    return visitOf(stands ? session : undefined);
  };
  return {
    find: findVisit,
    openSession,
    /** Finds the visit of a visitor who opens a page. Opens a session if no token is needed. */
    enterPage: (request: Request, response: Response): Visit => {
      const visit = findVisit(request, 'use');
      const user = door.userOf(request);
      if (user !== undefined && visit.session?.visitor?.proof !== user.proof)
        return openSession(request, response, user);
      return visit.session === undefined && openChanges ? openSession(request, response, undefined) : visit;
    },
    endSession: (request: Request): void => void sessions.delete(readCookie(request)),
  };
}

/** Access to the console. */
export type Access = ReturnType<typeof createAccess>;

/** Reports whether a form holds the proof of its visitor. */
export const hasProof = ({ session }: Visit, proof: string | undefined): boolean =>
  isSameSecret(proof, session?.proof);

/** Data of a page that do not depend on the visitor. */
export type SharedPage = Pick<Page, 'version' | 'alarms' | 'openWrites' | 'view'>;

/** Creates the page for a visitor. */
export const makePage = ({ session, mayChange }: Visit, page: Partial<Page>): Page => ({
  ...blankPage,
  ...page,
  mayChange,
  mayAdmin: session?.visitor?.role === 'admin',
  proof: mayChange === 'yes' ? (session?.proof ?? '') : '',
  visitor: session?.visitor?.name,
});
