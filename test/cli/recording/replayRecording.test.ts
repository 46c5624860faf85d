import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { diffStored } from '../../../src/cli/diff/diffMappings.js';
import { importRecording } from '../../../src/cli/recording/importRecording.js';
import { readRecording } from '../../../src/runtime/stores/recordingFile.js';
import { accountV1 } from '../../sandbox/support/bodies.ts';
import { ran } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { answering, startUpstream } from '../../support/upstream.ts';
import { replayRoom } from './support/replayRoom.ts';

const { folder, sandbox, offer, login, har, imported, record, replay } = replayRoom();

describe('lifeboat replay', () => {
  it('compares v2 with the recorded answers of v1 and reports the result', async () => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    writeFileSync(from, await har(offer(), login(), '/v1/nowhere'));
    const printed = await ran((terminal) => importRecording({ file: from, out: file }, { terminal }));
    expect(printed).toMatchObject({ code: 0, out: [`2 of 3 exchanges are in ${file}, without secrets`] });

    const { code, out, err } = await replay(file);
    expect([code, err]).toEqual([2, '']);
    expect(out).toContain('2 requests compared');
    expect(out).toContain('undecided');
    expect(existsSync(`${file}.replay`)).toBe(false);
  });

  it('reports a v2 that answers differently', async () => {
    const file = await record(offer());
    const [exchange] = readFileSync(file, 'utf8').split('\n');
    const nextEntry = { ...(JSON.parse(exchange ?? '') as { body: string }), id: 'other' };
    nextEntry.body = nextEntry.body.replace(/"title":"[^"]*"/, '"title":"another title"');
    writeFileSync(file, `${exchange}\n${JSON.stringify(nextEntry)}\n`);
    const { out } = await replay(file);
    expect(out).toContain('data.attributes.title');
    expect(out).toMatch(/currency-offer\.yaml:\d+/);
  });

  it('does not report differences that are agreed in the folder of the mappings', async () => {
    const accounts = await har('/v1/accounts?page=1');
    const file = await imported(accounts.replaceAll(/trend_score\\":[^,]*/g, 'trend_score\\":7'));
    const [foundText = '', rules = ''] = (await replay(file)).out.split('\noperation ');
    expect(foundText).toContain('1 request compared');
    expect(foundText).not.toContain('trend_score');
    expect(rules).toMatch(/data\.\[\]\.attributes\.trend_score +Lifeboat +\S+ +1/);
  });

  it('counts an outage against v2, and ends with 4 for a refused key', async () => {
    const file = await record(offer(), `${offer()}?again=1`);
    const refused = { code: 4, out: '', err: expect.stringMatching(/--key-env.*$/) as string };
    expect(await replay(file, { keyEnv: undefined })).toEqual(refused);
    const v2 = await startUpstream(answering(503, '{}'));
    const down = await replay(file, { against: v2.origin });
    expect(down.code).toBe(2);
    expect(down.out).toContain(
      'regression v2 is unavailable in getCurrencyOffer, breaking, 100%, 2 of 2 requests',
    );
  });

  it('repeats a lookup by login, although the login is not recorded', async () => {
    const file = await record(login(), '/v1/accounts/by-login/nobody-has-this');
    expect(readFileSync(file, 'utf8').match(/by-login\/\(secret\)/g)).toHaveLength(2);
    const [foundText = ''] = (await replay(file)).out.split('\noperation ');
    expect(foundText).toContain('0%, 0 of 2 requests');
    expect(foundText).toContain('2 requests compared');
  });

  it('reports that v2 finds another account by a login, or none', async () => {
    const file = await record(login());
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\{\\"id\\":\\"\d+/, '{\\"id\\":\\"987654321'));
    expect((await replay(file)).out).toContain('status at status in getAccountByLogin');
  });

  it('adds the answers of v2 to a second recording, for what-if', async () => {
    const file = await record(offer(), '/v1/accounts?page=1&per_page=60');
    const pairs = folder.path('pairs.ndjson');
    await replay(file, { pairs });
    const text = readFileSync(pairs, 'utf8');
    expect(text).not.toContain(sandbox().sampleLogin);
    const whatIf = { format: 'text', mappings: shippedFolder, recording: pairs } as const;
    const { out } = await ran((terminal) => diffStored(whatIf, { environment: {}, terminal }));
    expect(out).toEqual([
      expect.stringMatching(/^before: clients would notice 0%/),
      expect.stringMatching(/^after: {2}clients would notice 0%/),
    ]);
    expect(readRecording(pairs)).toMatchObject({ value: [{ v2: [{}] }, { v2: [{}, {}] }] });
  });

  it('plays no writes, and says so', async () => {
    const of = { ...accountV1, game: 'harvest-isle', account_data: {} };
    const write = { method: 'POST', target: '/v1/accounts', sent: JSON.stringify(of) };
    const exchange = { id: 'w', at: 1, ...write, status: 201, headers: {}, body: '{}' };
    const file = await imported(`${JSON.stringify(exchange)}\n`);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('\\"password\\":\\"(secret)\\"');
    expect(text).not.toMatch(/Mage|"mage|images\.example/);
    const { code, err } = await replay(file);
    expect(code).toBe(2);
    expect(err).toBe('left out: 1 write\nnothing was compared: there is no request to play');
  });
});
