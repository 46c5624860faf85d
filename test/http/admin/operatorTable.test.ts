import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { RunningServer } from '../../../src/http/server/startServer.js';
import { isAllowed, type OperatorRole, ROLES } from '../../../src/operator/operatorParts.js';
import { operatorTable } from '../../../src/operator/operatorTable.js';
import { openAccessTokens } from '../../../src/runtime/admin/accessTokens.js';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover.ts';
import { ask } from '../../support/talk.ts';
import { consoleVisitor } from './support/consoleVisitor.ts';
import { openAdminPort, TOKEN } from './support/openAdminPort.ts';

const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
let cutover: TestCutover;
let guarded: RunningServer;
let open: RunningServer;
const tokens = new Map<OperatorRole, string>();

beforeAll(async () => {
  const file = join(folder, 'tokens.json');
  const saved = openAccessTokens({ setting: undefined, file, complain: () => undefined });
  for (const role of ROLES) {
    const madeResult = saved.add(`the-${role}`, role);
    if (!madeResult.ok) throw new Error(madeResult.failure);
    tokens.set(role, madeResult.value);
  }
  cutover = await openTestCutover();
  // The clock goes on with each wrong token: their limit has a test of its own.
  let at = 0;
  const clock = { steady: () => (at += 60_000) };
  guarded = await openAdminPort(cutover, TOKEN, { file, clock });
  open = await openAdminPort(cutover, TOKEN, { file, clock, openReads: true });
});

afterAll(async () => {
  await Promise.all([guarded.close(0), open.close(0)]);
  rmSync(folder, { recursive: true });
});

/** Asks for an entry without an input: what is let in is refused for that, or is answered. */
async function statusOf(
  server: RunningServer,
  { kind, name }: (typeof operatorTable)[number],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const post = { method: 'POST', body: '{}' };
  const json = { 'Content-Type': 'application/json' };
  const answer = await ask(server.origin, {
    path: `/api/${name}`,
    headers: { ...(kind === 'action' ? json : {}), ...headers },
    ...(kind === 'action' ? post : {}),
  });
  return answer.status;
}

/** Signs in at the console. */
async function signIn(role: OperatorRole) {
  const visitor = consoleVisitor(guarded.origin);
  await visitor.signIn(tokens.get(role) ?? '');
  return visitor;
}

const shows = (token: string | undefined) => ({ Authorization: `Bearer ${token ?? ''}` });

describe.each(operatorTable.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  it.each(ROLES)('lets a %s do what the role permits, and nothing else', async (role) => {
    const status = await statusOf(guarded, entry, shows(tokens.get(role)));
    if (isAllowed(role, entry.role)) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });

  it('lets nobody in without a valid token, except viewers on the machine itself', async () => {
    expect(await statusOf(guarded, entry, {})).toBe(401);
    expect(await statusOf(guarded, entry, shows('wrong'))).toBe(401);
    const isOpen = entry.role === 'viewer';
    if (isOpen) expect([401, 403]).not.toContain(await statusOf(open, entry, {}));
    else expect(await statusOf(open, entry, {})).toBe(401);
  });

  it('takes no action from a form, a password or a page of another origin, nor under a foreign host name', async () => {
    const admin = shows(tokens.get('admin'));
    expect(await statusOf(open, entry, { ...admin, Host: 'evil.example' })).toBe(400);
    if (entry.kind === 'view') return;
    const foreign = { ...admin, Origin: 'http://evil.example' };
    expect(await statusOf(guarded, entry, foreign)).toBe(403);
    const form = { ...admin, 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await statusOf(guarded, entry, form)).toBe(415);
    const password = Buffer.from(`x:${tokens.get('admin') ?? ''}`).toString('base64');
    expect(await statusOf(guarded, entry, { Authorization: `Basic ${password}` })).toBe(401);
  });
});

describe.each(operatorTable.flatMap((entry) => (entry.kind === 'action' ? [entry.name] : [])))(
  'a form for %s',
  (name) => {
    it('is carried out from a page of the visitor, but not from another session nor after the end of the session', async () => {
      const [visitor, stranger] = [await signIn('operator'), await signIn('admin')];
      const proof = await visitor.proof();
      const act = async (by: typeof visitor, shownProof = proof, headers = {}) =>
        (await by.post(`act/${name}`, { proof: shownProof }, headers)).status;
      expect(await act(visitor)).toBe(303);
      expect(await act(stranger)).toBe(403);
      expect(await act(visitor, await stranger.proof())).toBe(403);
      expect(await act(consoleVisitor(guarded.origin))).toBe(403);
      expect(await act(visitor, proof, { Origin: 'http://evil.example' })).toBe(403);
      expect(await (await signIn('viewer')).proof()).toBe('');
      await visitor.post('sign-out', {});
      expect(await act(visitor)).toBe(403);
    });
  },
);

describe('the whole table of actions', () => {
  it('has changed nothing by its refusals', () => {
    expect(cutover.events()).toEqual([]);
  });

  it('is described by a valid OpenAPI document', async () => {
    const { body } = await ask(guarded.origin, { path: '/api/openapi.json' });
    const document = JSON.parse(body) as { paths: object };
    expect(await new Validator().validate(document)).toEqual({ valid: true });
    expect(Object.keys(document.paths)).toHaveLength(operatorTable.length);
  });

  it('has a role, a summary and a description for every action', () => {
    expect(
      operatorTable.filter((entry) => (entry.kind === 'action') !== (entry.words !== undefined)),
    ).toEqual([]);
    expect(operatorTable.filter(({ summary }) => !summary.endsWith('.'))).toEqual([]);
  });
});
