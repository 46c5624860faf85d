import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { diffStored } from '../../../src/cli/diff/diffMappings.js';
import { importRecording } from '../../../src/cli/recording/importRecording.js';
import { readRecording } from '../../../src/runtime/stores/recordingFile.js';
import { accountV1 } from '../../sandbox/support/bodies.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, startUpstream } from '../../support/upstream.ts';
import { replayRoom } from './support/replayRoom.ts';

const folder = temporaryFolder();
const { sandbox, replay, har } = replayRoom();

describe('lifeboat replay', () => {
  it('compares v2 with the recorded answers of v1 and reports the result', async () => {
    const offer = `/v1/currency-offers/${sandbox().sampleCurrencyOfferId}`;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox().sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, login, '/v1/nowhere'));
    const imported = recordingTerminal();
    expect(await importRecording({ file: from, out: file }, { terminal: imported })).toBe(0);
    expect(imported.out).toEqual([`2 of 3 exchanges are in ${file}, without secrets`]);

    const terminal = recordingTerminal();
    expect(await replay(file, {}, terminal)).toBe(2);
    expect(terminal.err).toEqual([]);
    expect(terminal.out.join('\n')).toContain('2 requests compared');
    expect(terminal.out.join('\n')).toContain('undecided');
    expect(existsSync(`${file}.replay`)).toBe(false);
  });

  it('reports a v2 that answers differently', async () => {
    const offer = `/v1/currency-offers/${sandbox().sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer));
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    const [exchange] = readFileSync(file, 'utf8').split('\n');
    const nextEntry = { ...(JSON.parse(exchange ?? '') as { body: string }), id: 'other' };
    nextEntry.body = nextEntry.body.replace(/"title":"[^"]*"/, '"title":"another title"');
    writeFileSync(file, `${exchange}\n${JSON.stringify(nextEntry)}\n`);
    const terminal = recordingTerminal();
    await replay(file, {}, terminal);
    expect(terminal.out.join('\n')).toContain('data.attributes.title');
    expect(terminal.out.join('\n')).toMatch(/currency-offer\.yaml:\d+/);
  });

  it('does not report differences that are agreed in the folder of the mappings', async () => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(
      from,
      (await har('/v1/accounts?page=1')).replaceAll(/trend_score\\":[^,]*/g, 'trend_score\\":7'),
    );
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    const terminal = recordingTerminal();
    await replay(file, {}, terminal);
    const [foundText = '', rules = ''] = terminal.out.join('\n').split('\noperation ');
    expect(foundText).toContain('1 request compared');
    expect(foundText).not.toContain('trend_score');
    expect(rules).toMatch(/data\.\[\]\.attributes\.trend_score +Lifeboat +\S+ +1/);
  });

  it('counts an outage against v2, and ends with 4 for a refused key', async () => {
    const offer = `/v1/currency-offers/${sandbox().sampleCurrencyOfferId}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer, `${offer}?again=1`));
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    const without = recordingTerminal();
    expect(await replay(file, { keyEnv: undefined }, without)).toBe(4);
    expect([without.out, without.err.at(-1)]).toEqual([[], expect.stringContaining('--key-env')]);
    const v2 = await startUpstream(answering(503, '{}'));
    const down = recordingTerminal();
    expect(await replay(file, { against: v2.origin }, down)).toBe(2);
    expect(down.out.join('\n')).toContain(
      'regression v2 is unavailable in getCurrencyOffer, breaking, 100%, 2 of 2 requests',
    );
  });

  it('repeats a lookup by login, although the login is not recorded', async () => {
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox().sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(login, '/v1/accounts/by-login/nobody-has-this'));
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    expect(readFileSync(file, 'utf8').match(/by-login\/\(secret\)/g)).toHaveLength(2);
    const terminal = recordingTerminal();
    await replay(file, {}, terminal);
    const [foundText = ''] = terminal.out.join('\n').split('\noperation ');
    expect(foundText).toContain('0%, 0 of 2 requests');
    expect(foundText).toContain('2 requests compared');
  });

  it('reports that v2 finds another account by a login, or none', async () => {
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox().sampleLogin)}`;
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(login));
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\{\\"id\\":\\"\d+/, '{\\"id\\":\\"987654321'));
    const terminal = recordingTerminal();
    await replay(file, {}, terminal);
    expect(terminal.out.join('\n')).toContain('status at status in getAccountByLogin');
  });

  it('adds the answers of v2 to a second recording, for what-if', async () => {
    const offer = `/v1/currency-offers/${sandbox().sampleCurrencyOfferId}`;
    const [from, file, pairs] = [
      folder.path('v1.har'),
      folder.path('v1.ndjson'),
      folder.path('pairs.ndjson'),
    ];
    writeFileSync(from, await har(offer, '/v1/accounts?page=1&per_page=60'));
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    await replay(file, { pairs }, recordingTerminal());
    const text = readFileSync(pairs, 'utf8');
    expect(text).not.toContain(sandbox().sampleLogin);
    const terminal = recordingTerminal();
    const whatIf = { format: 'text', mappings: shippedFolder, recording: pairs } as const;
    await diffStored(whatIf, { environment: {}, terminal });
    expect(terminal.out).toEqual([
      expect.stringMatching(/^before: clients would notice 0%/),
      expect.stringMatching(/^after: {2}clients would notice 0%/),
    ]);
    expect(readRecording(pairs)).toMatchObject({ value: [{ v2: [{}] }, { v2: [{}, {}] }] });
  });

  it('plays no writes, and says so', async () => {
    const [from, file] = [folder.path('v1.ndjson'), folder.path('writes.ndjson')];
    const of = { ...accountV1, game: 'harvest-isle', account_data: {} };
    const write = { method: 'POST', target: '/v1/accounts', sent: JSON.stringify(of) };
    const exchange = { id: 'w', at: 1, ...write, status: 201, headers: {}, body: '{}' };
    writeFileSync(from, `${JSON.stringify(exchange)}\n`);
    await importRecording({ file: from, out: file }, { terminal: recordingTerminal() });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('\\"password\\":\\"(secret)\\"');
    expect(text).not.toMatch(/Mage|"mage|images\.example/);
    const terminal = recordingTerminal();
    expect(await replay(file, {}, terminal)).toBe(2);
    expect(terminal.err).toEqual(['left out: 1 write', 'nothing was compared: there is no request to play']);
  });
});
