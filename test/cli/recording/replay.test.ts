import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { diffMappings } from '../../../src/cli/diff/diffMappings';
import { importRecording } from '../../../src/cli/recording/importRecording';
import { openReplayPlace } from '../../../src/cli/recording/openReplayPlace';
import { readRecording } from '../../../src/cli/recording/readRecording';
import { replay as replayUntil, type ReplayOptions } from '../../../src/cli/recording/replay';
import type { Terminal } from '../../../src/cli/terminal';
import { replaySubject } from '../../../src/cli/recording/replaySubject';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { accountV1 } from '../../sandbox/support/bodies';
import { recordingTerminal } from '../../support/recordingTerminal';
import { shippedFolder } from '../../support/shipped';
import { temporaryFolder } from '../../support/temporaryFolder';
import { answering, startUpstream } from '../../support/upstream';
import { harOf } from './support/harOf';
import { idsIn } from './support/idsIn';
import { openSandbox } from '../../sandbox/support/openSandbox';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const replay = (
  file: string,
  changes: ReplayOptions,
  environment: Readonly<Record<string, string>>,
  terminal: Terminal,
  gone = new AbortController().signal,
) => replayUntil(file, changes, environment, terminal, gone);

const options = () => ({
  against: sandbox.origin,
  keyEnv: 'MY_KEY',
  rate: 1_000,
  writes: false,
  check: false,
});
const environment = () => ({ MY_KEY: sandbox.keys.v2 });

const har = (...paths: readonly string[]) => harOf(sandbox, ...paths);

describe('lifeboat replay', () => {
  it('holds v2 against what v1 had answered, and says so', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, login, '/v1/nowhere'));
    const imported = recordingTerminal();
    expect(await importRecording(from, { out: file }, imported)).toBe(0);
    expect(imported.out).toEqual([`2 of 3 exchanges are in ${file}, without secrets`]);

    const terminal = recordingTerminal();
    expect(await replay(file, { ...options(), check: true }, environment(), terminal)).toBe(2);
    expect(terminal.err).toEqual([]);
    expect(terminal.out.join('\n')).toContain('2 requests compared');
    expect(terminal.out.join('\n')).toContain('undecided');
    expect(existsSync(`${file}.replay`)).toBe(false);
    expect(await replay(file, options(), environment(), recordingTerminal())).toBe(0);
  });

  it('finds a v2 that answers otherwise', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer));
    await importRecording(from, { out: file }, recordingTerminal());
    const [exchange] = readFileSync(file, 'utf8').split('\n');
    const other = { ...(JSON.parse(exchange ?? '') as { body: string }), id: 'other' };
    other.body = other.body.replace(/"title":"[^"]*"/, '"title":"another title"');
    writeFileSync(file, `${exchange}\n${JSON.stringify(other)}\n`);
    const terminal = recordingTerminal();
    await replay(file, { ...options(), check: true }, environment(), terminal);
    expect(terminal.out.join('\n')).toContain('data.attributes.title');
    expect(terminal.out.join('\n')).toMatch(/currency-offer\.yaml:\d+/);
  });

  it('says nothing of what is agreed beside the mappings', async () => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(
      from,
      (await har('/v1/accounts?page=1')).replaceAll(/trend_score\\":[^,]*/g, 'trend_score\\":7'),
    );
    await importRecording(from, { out: file }, recordingTerminal());
    const terminal = recordingTerminal();
    await replay(file, options(), environment(), terminal);
    const [found = '', rules = ''] = terminal.out.join('\n').split('OPERATION');
    expect(found).toContain('1 request compared');
    expect(found).not.toContain('trend_score');
    expect(rules).toMatch(/data\.\[\]\.attributes\.trend_score +Lifeboat +\S+ +1/);
  });

  it('goes on where they were interrupted', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, `${offer}?again=1`));
    await importRecording(from, { out: file }, recordingTerminal());
    const v2 = await startUpstream(answering(404, '{}'));
    const subject = replaySubject(undefined, v2.origin, { colour: false });
    const epoch = subject.ok ? subject.value.epoch : '';
    const place = openReplayPlace(file, epoch);
    place.note({
      ...{
        id: idsIn(file)[0] ?? '',
        at: 1,
        epoch,
        resource: 'currency-offer',
        operation: 'getCurrencyOffer',
      },
      ...{ caller: '', request: 'r', signature: 's', outcome: 'compared', differences: [] },
    });
    await replay(file, { ...options(), against: v2.origin }, environment(), recordingTerminal());
    const asked = v2.requests.length;
    await v2.close();
    expect(asked).toBe(1);
  });

  it('ends with 2 at Ctrl-C, and asks the next time for what was cut short', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, `${offer}?again=1`));
    await importRecording(from, { out: file }, recordingTerminal());
    const stop = new AbortController();
    const v2 = await startUpstream({ request: () => stop.abort() });
    const terminal = recordingTerminal();
    const slowly = { ...options(), against: v2.origin, rate: 0.001 };
    expect(await replay(file, slowly, environment(), terminal, stop.signal)).toBe(2);
    expect(terminal.err).toEqual(['interrupted; the same command goes on from here']);
    v2.play(answering(404, '{}'));
    v2.forget();
    await replay(file, { ...slowly, rate: 1_000 }, environment(), recordingTerminal());
    expect(v2.requests).toHaveLength(2);
    await v2.close();
  });

  it('finds by a login again what v1 had found by one, without its being recorded', async () => {
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(login, '/v1/accounts/by-login/nobody-has-this'));
    await importRecording(from, { out: file }, recordingTerminal());
    expect(readFileSync(file, 'utf8').match(/by-login\/\(secret\)/g)).toHaveLength(2);
    const terminal = recordingTerminal();
    await replay(file, options(), environment(), terminal);
    const [found = ''] = terminal.out.join('\n').split('OPERATION');
    expect(found).toContain('0.0 in 10,000');
    expect(found).toContain('2 requests compared');
  });

  it('notices that v2 finds something else by a login, or nothing', async () => {
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(login));
    await importRecording(from, { out: file }, recordingTerminal());
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\{\\"id\\":\\"\d+/, '{\\"id\\":\\"987654321'));
    const terminal = recordingTerminal();
    await replay(file, options(), environment(), terminal);
    expect(terminal.out.join('\n')).toContain('status at status in getAccountByLogin');
  });

  it('records what v2 answers beside it, for what-if', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file, pairs] = [
      folder.path('v1.har'),
      folder.path('v1.ndjson'),
      folder.path('pairs.ndjson'),
    ];
    writeFileSync(from, await har(offer, '/v1/accounts?page=1&per_page=60'));
    await importRecording(from, { out: file }, recordingTerminal());
    await replay(file, { ...options(), pairs }, environment(), recordingTerminal());
    const text = readFileSync(pairs, 'utf8');
    expect(text).not.toContain(sandbox.sampleLogin);
    const terminal = recordingTerminal();
    const whatIf = { format: 'text', mappings: shippedFolder, recording: pairs } as const;
    await diffMappings(whatIf, {}, terminal);
    expect(terminal.out).toEqual([
      expect.stringMatching(/^before: clients would have noticed 0\.0 /),
      expect.stringMatching(/^after: {2}clients would have noticed 0\.0 /),
    ]);
    expect(readRecording(pairs)).toMatchObject({ value: [{ v2: [{}] }, { v2: [{}, {}] }] });
  });

  it('plays writes with a secret into a sandbox with an invented one', async () => {
    const [from, file] = [folder.path('v1.ndjson'), folder.path('writes.ndjson')];
    const write = { method: 'POST', target: '/v1/accounts', sent: JSON.stringify(accountV1) };
    const exchange = { id: 'w', at: 1, ...write, status: 201, headers: {}, body: '{}' };
    writeFileSync(from, `${JSON.stringify(exchange)}\n`);
    await importRecording(from, { out: file }, recordingTerminal());
    expect(readFileSync(file, 'utf8')).toContain('\\"password\\":\\"(secret)\\"');
    const terminal = recordingTerminal();
    await replay(file, { ...options(), writes: true }, environment(), terminal);
    expect(terminal.err).toEqual([]);
    expect(terminal.out.join('\n')).not.toContain('status at status');
  });

  it('sends writes into a sandbox only', async () => {
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

  it('goes on after a kill in the middle of a line, of the recording and of the place', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer));
    await importRecording(from, { out: file }, recordingTerminal());
    appendFileSync(file, '{"id":"cut off');
    await importRecording(from, { out: file }, recordingTerminal());
    const ids = idsIn(file);
    expect(new Set(ids).size).toBe(2);
    writeFileSync(`${file}.replay`, '{"id":"cut off');
    const subject = replaySubject(undefined, sandbox.origin, { colour: false });
    const place = openReplayPlace(file, subject.ok ? subject.value.epoch : '');
    expect(place.observed).toEqual([]);
    expect(await replay(file, options(), environment(), recordingTerminal())).toBe(0);
  });

  it('asks again for what v2 had not answered before the interruption', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer));
    await importRecording(from, { out: file }, recordingTerminal());
    const subject = replaySubject(undefined, sandbox.origin, { colour: false });
    const epoch = subject.ok ? subject.value.epoch : '';
    openReplayPlace(file, epoch).note({
      ...{
        id: idsIn(file)[0] ?? '',
        at: 1,
        epoch,
        resource: 'currency-offer',
        operation: 'getCurrencyOffer',
      },
      ...{ caller: '', request: '', signature: '', outcome: 'v2_error', differences: [] },
    });
    const terminal = recordingTerminal();
    await replay(file, options(), environment(), terminal);
    expect(terminal.out.join('\n')).toContain('1 request compared');
  });

  it('reads a recording that was cut off by a kill up to its last whole line', () => {
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
