import { writeFileSync } from 'node:fs';
import request from 'supertest';
import { z } from 'zod';
import { callApi, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { type Served, serveCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
let origin: string;

const lifeboat = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runHere(words, { cwd: folder.path('.'), environment: { LIFEBOAT_ADMIN_TOKEN: TOKEN, ...environment } });

const settings = (): Readonly<Record<string, string>> => ({
  ...settingsOnV1(origin),
  LIFEBOAT_STORE: folder.path('lifeboat.db'),
  // Its v2 is none, and v1 would cover that.
  LIFEBOAT_CUTOVER_FALLBACK: 'off',
});

/** A gateway whose v1 lives for a long time yet; v1 and v2 answer with their own name. */
const serve = (): Promise<Served> => serveCli([], { cwd: folder.path('.'), environment: settings() });

/** The same gateway in this process, for what needs no process of its own. */
const open = (more: Readonly<Record<string, string>> = {}): Promise<StartedWhole> =>
  startWhole({ ...settings(), ...more });

const servedBy = async (gateway: string): Promise<string | undefined> => {
  const answer = await request(gateway).get('/v1/currency-offers/1').auth('key', { type: 'bearer' });
  return answer.headers['x-lifeboat-served-by'];
};

beforeEach(async () => {
  ({ origin } = await startUpstream(answering(200, '{"data":{}}')));
});

describe('lifeboat stage', () => {
  it('moves a running gateway on the next request, and the move survives kill -9', async () => {
    const firstEntry = await serve();
    expect(await servedBy(firstEntry.gateway)).toBe('v1');
    const stage = (...words: string[]) => lifeboat(['stage', ...words, '--admin', firstEntry.admin]);
    const set = await stage(
      'set',
      'currency-offer',
      'canary',
      '100%',
      '--reason',
      'all of them',
      '--by',
      'ada',
      '--force',
      '--yes',
    );
    expect(set).toMatchObject({ code: 0, stdout: ['currency-offer: at canary 100%, in force'] });
    expect(set.stderr).toContain('currency-offer: from v1 to canary 100%; the gate says: undecided');
    expect(await servedBy(firstEntry.gateway)).toBe('v2');
    firstEntry.run.child.kill('SIGKILL');
    await firstEntry.run.ended;

    const second = await open();
    expect(await servedBy(second.gateway)).toBe('v2');
    const again = (...words: string[]) => lifeboat(['stage', ...words, '--admin', second.admin]);
    const [list, log, former] = [await again('list'), await again('log'), await again('verify')];
    expect(list.stdout.join('\n')).toMatch(/currency-offer {2}canary 100% {2}since .* UTC by admin/);
    expect(log.stdout.join('\n')).toMatch(
      /UTC {2}admin moved currency-offer from v1 to canary 100%, against the gate: all of them \(by ada\)/,
    );
    expect([log.code, log.stdout.at(-1)]).toEqual([0, 'the log is whole, up to line 1']);
    expect(former.code).toBe(2);
    expect(former.stderr).toContain('`stage verify` is gone: call `lifeboat stage log`');
    expect((await again('kill', 'currency-offer', '--reason', 'now')).code).toBe(0);
    expect(await servedBy(second.gateway)).toBe('v1');
    const pinned = await again('pin', 'currency-offer', '0123456789ab', 'v2', '--reason', 'asked to');
    expect(pinned.code).toBe(0);
    expect((await again('list')).stdout.join('\n')).toMatch(/ KILLED[^]* 0123456789ab is pinned to v2/);
    expect((await again('kill', '--all', '-r', 'all of it')).stdout).toHaveLength(4);
    expect((await again('set', '--all', 'v1', '-r', 'back')).stdout.join('\n')).toContain(
      'stored at v1, but killed',
    );
    expect((await lifeboat(['writes', '--admin', second.admin])).code).toBe(0);
  });

  it('names a wrong stage, caller and token, and what is missing, and lists stages without a token', async () => {
    const { admin } = await open();
    const why = ['--reason', 'x', '--admin', admin];
    const none = await lifeboat(['stage', 'set', 'account', 'canry', ...why]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('did you mean "canary 5%"?')]);
    const tooMuch = await lifeboat(['stage', 'set', 'account', 'canary', '500', ...why]);
    expect([tooMuch.code, tooMuch.stderr]).toEqual([2, expect.not.stringContaining('500%')]);
    expect(await lifeboat(['stage', 'kill', ...why])).toMatchObject({ code: 2 });
    const moved = await lifeboat(['stage', 'set', 'account', 'shadow', ...why]);
    expect([moved.code, moved.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
    expect(await lifeboat(['stage', 'set', 'account', 'v2', '--admin', admin])).toMatchObject({
      code: 2,
    });
    const nobody = await lifeboat(['stage', 'pin', 'account', 'shp', 'v2', ...why]);
    expect([nobody.code, nobody.stderr.trim()]).toEqual([1, 'no caller shp: none was seen yet']);
    const nextEntry = { LIFEBOAT_ADMIN_TOKEN: 'another-token-of-thirty-two-characters' };
    expect((await lifeboat(['stage', 'kill', 'account', ...why], nextEntry)).stderr).toContain(
      'This is no token of this gateway.',
    );
    const unset = { LIFEBOAT_ADMIN_TOKEN: '' };
    expect((await lifeboat(['stage', 'list', '--admin', admin], unset)).code).toBe(0);
  });
});

describe('lifeboat plan check', () => {
  it('says what the plan would do now, or points at its fault', async () => {
    const plan = (to: string) =>
      `steps:\n  - resource: account\n    to: ${to}\n    notBefore: 2025-10-01T09:00\n`;
    writeFileSync(folder.path('plan.yaml'), plan('shadow'));
    const start = { LIFEBOAT_CUTOVER_START: 'v1' };
    const good = await lifeboat(['plan', 'check', 'plan.yaml'], start);
    expect(good.code).toBe(0);
    expect(good.stdout[0]).toBe(
      'account is at v1; next: account: shadow not before 2025-10-01T09:00:00.000Z',
    );
    writeFileSync(folder.path('plan.yaml'), plan('gone'));
    const bad = await lifeboat(['plan', 'check', 'plan.yaml']);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain('plan.yaml:3:9: to: must be shadow, canary N% or v2');
  });

  it('judges by the evidence of a running gateway so far, as the gateway does', async () => {
    const text = 'steps:\n  - resource: currency-offer\n    to: canary 1%\n    notBefore: 2025-10-01T09:00\n';
    writeFileSync(folder.path('plan.yaml'), text);
    const planned = { LIFEBOAT_CUTOVER_PLAN: folder.path('plan.yaml') };
    const { gateway, admin } = await open(planned);
    const moved = { resource: 'currency-offer', to: 'shadow', by: 'ada', reason: 'to see' };
    expect((await callApi(admin, '/stages/move', moved)).status).toBe(200);
    // On a busy machine one may be refused with 503, and counts for nothing.
    for (let served = 0; served < 3; served += (await servedBy(gateway)) === undefined ? 0 : 1);
    // At the current rate another moment with each moment.
    const undated = (text: string): string => text.replace(/, about [^;]+ at the current rate/, '');
    const page = z.array(z.object({ next: z.object({ conditions: z.array(z.string()) }).optional() }));
    const seenNow = async (): Promise<readonly string[]> => {
      const answer = await callApi(admin, '/stages');
      return page.parse(answer.body).flatMap(({ next }) => next?.conditions.map(undated) ?? []);
    };
    const words = ['plan', 'check', 'plan.yaml', '--admin', admin, '--json'];
    const condition = z.object({ outlook: z.string(), sentence: z.string() });
    const pages = z.array(z.object({ conditions: z.array(condition).optional() }));
    const checked = async (): Promise<readonly string[]> => {
      const { stdout } = await lifeboat(words, { ...settings(), ...planned });
      const conditions = pages
        .parse(JSON.parse(stdout.join('\n')))
        .flatMap((entry) => entry.conditions ?? []);
      return conditions.map(({ outlook, sentence }) => undated(`${outlook}: ${sentence}`));
    };
    // The three are still being counted and compared: asked again until nothing has changed meanwhile.
    let [previousTexts, statedTexts, nextTexts] = [
      ['before'],
      [''],
      await seenNow(),
    ] as (readonly string[])[];
    while (previousTexts?.join() !== nextTexts?.join()) {
      previousTexts = nextTexts;
      statedTexts = await checked();
      nextTexts = await seenNow();
    }
    expect(nextTexts?.length).toBeGreaterThan(0);
    expect(statedTexts).toEqual(nextTexts);
  });
});
