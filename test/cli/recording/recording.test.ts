import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { importRecording } from '../../../src/cli/recording/importRecording';
import { openReplayPlace } from '../../../src/cli/recording/openReplayPlace';
import { readRecording } from '../../../src/cli/recording/readRecording';
import { record } from '../../../src/cli/recording/record';
import { replay } from '../../../src/cli/recording/replay';
import { replaySubject } from '../../../src/cli/recording/replaySubject';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { openSandbox } from '../../sandbox/support/openSandbox';
import { recordingTerminal } from '../../support/recordingTerminal';
import { startWhole } from '../../support/startWhole';
import { ask } from '../../support/talk';
import { temporaryFolder } from '../../support/temporaryFolder';
import { answering, startUpstream } from '../../support/upstream';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const options = () => ({
  against: sandbox.origin,
  keyEnv: 'MY_KEY',
  rate: 1_000,
  writes: false,
  check: false,
});
const environment = () => ({ MY_KEY: sandbox.keys.v2 });

/** v1's own answers as a HAR file, with a secret in every place that has one. */
async function har(...paths: readonly string[]): Promise<string> {
  const entries = await Promise.all(
    paths.map(async (path) => {
      const answer = await ask(sandbox.origin, {
        path,
        headers: { Authorization: `Bearer ${sandbox.keys.v1}` },
      });
      return {
        startedDateTime: '2025-10-01T00:00:00.000Z',
        request: { method: 'GET', url: `https://shop.example${path}`, headers: [] },
        response: {
          status: answer.status,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { text: answer.body },
        },
      };
    }),
  );
  return JSON.stringify({ log: { version: '1.2', entries } });
}

describe('lifeboat record', () => {
  it('writes what v1 answers through a running gateway, without a login, password or key', async () => {
    const whole = await startWhole({
      LIFEBOAT_UPSTREAM_V1: sandbox.origin,
      LIFEBOAT_UPSTREAM_V2: sandbox.origin,
      LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
      LIFEBOAT_ADMIN_TOKEN: TOKEN,
      LIFEBOAT_CUTOVER_START: 'v1',
    });
    const terminal = recordingTerminal();
    const file = folder.path('v1.ndjson');
    const headers = { Authorization: `Bearer ${sandbox.keys.v1}` };
    const place = { admin: whole.admin, count: 3 };
    // Recording begins with the first reading: the traffic comes after it.
    await fetch(`${whole.admin}/comparison/recording/0`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    for (const path of [
      login,
      '/v1/accounts?page=1',
      `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`,
    ]) {
      expect((await ask(whole.gateway, { path, headers })).status).toBe(200);
    }
    const code = await record(file, place, { LIFEBOAT_ADMIN_TOKEN: TOKEN }, terminal);
    const without = await fetch(`${whole.admin}/comparison/recording/0`);
    await whole.close();

    expect([code, terminal.out, without.status]).toEqual([0, [`3 exchanges recorded in ${file}`], 401]);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('/v1/accounts/by-login/(secret)');
    expect(text).toContain('"type\\":\\"accounts');
    for (const secret of [sandbox.sampleLogin, sandbox.keys.v1, sandbox.keys.v2]) {
      expect(text).not.toContain(secret);
    }
    expect(text.match(/password\\":\\"\(secret\)/g)?.length).toBeGreaterThan(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('lifeboat import and replay', () => {
  it('hold v2 against what v1 had answered, and say what could not be played', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, login, '/v1/nowhere'));
    const imported = recordingTerminal();
    expect(importRecording(from, { out: file }, imported)).toBe(0);
    expect(imported.out).toEqual([`2 of 3 exchanges are in ${file}, without secrets`]);

    const terminal = recordingTerminal();
    expect(await replay(file, { ...options(), check: true }, environment(), terminal)).toBe(2);
    expect(terminal.err.join('\n')).toContain('1 requests had a secret in them');
    expect(terminal.out.join('\n')).toContain('undecided');
    expect(existsSync(`${file}.replay`)).toBe(false);
    expect(await replay(file, options(), environment(), recordingTerminal())).toBe(0);
  });

  it('find a v2 that answers otherwise', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer));
    importRecording(from, { out: file }, recordingTerminal());
    const [exchange] = readFileSync(file, 'utf8').split('\n');
    const other = { ...(JSON.parse(exchange ?? '') as { body: string }), id: 'other' };
    other.body = other.body.replace(/"title":"[^"]*"/, '"title":"another title"');
    writeFileSync(file, `${exchange}\n${JSON.stringify(other)}\n`);
    const terminal = recordingTerminal();
    await replay(file, { ...options(), check: true }, environment(), terminal);
    expect(terminal.out.join('\n')).toContain('data.attributes.title');
    expect(terminal.out.join('\n')).toMatch(/currency-offer\.yaml:\d+/);
  });

  it('say nothing of what is agreed beside the mappings', async () => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(
      from,
      (await har('/v1/accounts?page=1')).replaceAll(/trend_score\\":[^,]*/g, 'trend_score\\":7'),
    );
    importRecording(from, { out: file }, recordingTerminal());
    const terminal = recordingTerminal();
    await replay(file, options(), environment(), terminal);
    const [found = '', rules = ''] = terminal.out.join('\n').split('OPERATION');
    expect(found).toContain('1 request compared');
    expect(found).not.toContain('trend_score');
    expect(rules).toMatch(/data\.\[\]\.attributes\.trend_score +Lifeboat +\S+ +1/);
  });

  it('go on where they were interrupted', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, `${offer}?again=1`));
    importRecording(from, { out: file }, recordingTerminal());
    const subject = replaySubject(undefined, { colour: false });
    const epoch = subject.ok ? subject.value.epoch : '';
    const place = openReplayPlace(file, epoch);
    place.note({
      ...{ id: 'har-1', at: 1, epoch, resource: 'currency-offer', operation: 'getCurrencyOffer' },
      ...{ caller: '', request: 'r', signature: 's', outcome: 'compared', differences: [] },
    });
    const v2 = await startUpstream(answering(404, '{}'));
    await replay(file, { ...options(), against: v2.origin }, environment(), recordingTerminal());
    const asked = v2.requests.length;
    await v2.close();
    expect(asked).toBe(1);
  });

  it('send writes into a sandbox only', async () => {
    const file = folder.path('v1.ndjson');
    writeFileSync(file, '');
    const v2 = await startUpstream(answering(200, '{}'));
    const terminal = recordingTerminal();
    const code = await replay(
      file,
      { ...options(), against: v2.origin, writes: true },
      environment(),
      terminal,
    );
    await v2.close();
    expect([code, terminal.err]).toEqual([
      3,
      [`writes are replayed only into a sandbox on this machine, and ${v2.origin} is none`],
    ]);
    expect(await replay(file, { ...options(), writes: true }, environment(), recordingTerminal())).toBe(0);
  });

  it('read a recording that was cut off by a kill up to its last whole line', () => {
    const file = folder.path('cut.ndjson');
    const line = JSON.stringify({
      ...{ id: 'a', at: 1, method: 'GET', target: '/v1/x', status: 200, headers: {}, body: '' },
    });
    writeFileSync(file, `${line}\n${line.slice(0, 20)}`);
    expect(readRecording(file)).toMatchObject({ ok: true, value: [{ id: 'a' }] });
    writeFileSync(file, `${line}\n{}\n`);
    expect(readRecording(file)).toEqual({ ok: false, failure: `${file}:2 is no recorded exchange` });
  });
});
