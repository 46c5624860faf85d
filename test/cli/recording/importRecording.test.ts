import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { importRecording } from '../../../src/cli/recording/importRecording.js';
import { readRecording } from '../../../src/runtime/stores/recordingFile.js';
import { ran } from '../../support/recordingTerminal.ts';
import { replayRoom } from './support/replayRoom.ts';

const { folder, har } = replayRoom();

const run = (from: string, out: string) =>
  ran((terminal) => importRecording({ file: from, out }, { terminal }));

describe('lifeboat import', () => {
  it('leaves out invalid entries, and prints their number', async () => {
    const [from, file] = [folder.path('in.ndjson'), folder.path('out.ndjson')];
    const line = JSON.stringify({
      id: 'a',
      at: 1,
      method: 'GET',
      target: '/v1/accounts',
      status: 200,
      headers: {},
      body: '{}',
    });
    writeFileSync(
      from,
      `${line}\r\nno json\n\n{"id":1}\n${line.replace('/v1/accounts', '/v1/%zz')}\n${line}`,
    );
    expect(await run(from, file)).toEqual({
      code: 0,
      out: [`2 of 5 exchanges are in ${file}, without secrets`],
      err: ['1 of 5 entries make no sense and were left out'],
    });
  });

  it('imports the whole entries of a HAR file, and two files into one recording', async () => {
    const [from, file] = [folder.path('v1.har'), folder.path('v1.ndjson')];
    const { log } = JSON.parse(await har('/v1/accounts')) as { log: { entries: object[] } };
    writeFileSync(from, `\uFEFF${JSON.stringify({ log: { entries: [{}, ...log.entries, 7] } })}`);
    const out = [`1 of 3 exchanges are in ${file}, without secrets`];
    expect(await run(from, file)).toMatchObject({ code: 0, out });
    expect(await run(from, file)).toMatchObject({ code: 0, out });
    expect(readRecording(file)).toMatchObject({ ok: true, value: [{}, {}] });
  });

  it('refuses an unknown format, a broken HAR file, and a target that is no recording', async () => {
    const [from, file] = [folder.path('in'), folder.path('out.ndjson')];
    writeFileSync(from, 'neither\nnor');
    expect((await run(from, file)).code).toBe(3);
    writeFileSync(from, '7\n{"id":1}\n');
    const forms = '`lifeboat help recordings` shows the forms that are taken';
    const err = [`${from} holds no exchange with a mapped v1 route: ${forms}`];
    expect(await run(from, file)).toEqual({ code: 3, out: [], err });
    expect(existsSync(file)).toBe(false);
    writeFileSync(from, '{"log":{"entries":[');
    expect((await run(from, folder.path('another'))).code).toBe(4);
    expect(existsSync(folder.path('another'))).toBe(false);
    writeFileSync(from, await har('/v1/accounts'));
    const textBefore = readFileSync(from, 'utf8');
    const refused = [expect.stringContaining('is no recording; name another file')];
    expect(await run(from, from)).toEqual({ code: 4, out: [], err: refused });
    expect(readFileSync(from, 'utf8')).toBe(textBefore);
  });
});
