import { readFileSync, writeFileSync } from 'node:fs';
import { recordedExchange } from '../../../../src/comparison/keep/recordedExchange.js';
import { runCli } from '../../../support/runCli.ts';
import { sampleOffer } from '../../../support/sampleOffer.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../../../support/upstream.ts';

const folder = temporaryFolder();
const OFFER = JSON.stringify({ data: sampleOffer });
const environment = { KEY: 'key-1' };

let v2: ScriptedUpstream;

beforeEach(async () => {
  v2 = await startUpstream();
});

/** Answers a number of requests, and notifies of the next one, which it leaves without an answer. */
const hangingAfter = (upstream: ScriptedUpstream, answered: number): Promise<void> =>
  new Promise((resolve) => {
    upstream.play({
      request: (_request, socket) => {
        if (upstream.requests.length <= answered) socket.write(reply(200, OFFER));
        else resolve();
      },
    });
  });

describe('Ctrl-C', () => {
  it('ends a replay with 2, and the same command plays only the rest', async () => {
    const file = folder.path('v1.ndjson');
    const exchange = (id: string) =>
      recordedExchange.parse({
        id,
        at: 1,
        method: 'GET',
        target: `/v1/currency-offers/7?n=${id}`,
        status: 404,
        headers: {},
        body: '{}',
      });
    writeFileSync(file, ['a', 'b', 'c'].map((id) => `${JSON.stringify(exchange(id))}\n`).join(''));
    const words = ['replay', file, '--against', v2.origin, '--key-env', 'KEY', '--rate', '1000'];
    const hanging = hangingAfter(v2, 1);
    const firstRun = runCli(words, { cwd: folder.path('.'), environment });
    await hanging;
    firstRun.child.kill('SIGINT');
    const { code, stdout, stderr } = await firstRun.ended;
    expect([code, stdout]).toEqual([2, []]);
    expect(stderr).toContain('interrupted; the same command goes on from here');
    expect(readFileSync(`${file}.replay`, 'utf8').split('\n')).toHaveLength(2);

    v2.forget();
    v2.play(answering(200, OFFER));
    const second = await runCli(words, { cwd: folder.path('.'), environment }).ended;
    expect(second.code).toBe(1);
    expect(second.stdout.join('\n')).toContain('3 requests compared, 3 differ');
    expect(v2.requests).toHaveLength(2);
  });

  it('ends a comparison of two systems with the report so far, never with 0', async () => {
    const v1 = await startUpstream(answering(404, '{}'));
    const paths = folder.path('paths.txt');
    writeFileSync(paths, ['a', 'b', 'c'].map((n) => `/v1/currency-offers/7?n=${n}\n`).join(''));
    const hanging = hangingAfter(v2, 2); // the first says that the key is good
    const words = ['diff', 'run', '--v1', v1.origin, '--v2', v2.origin, '--paths', paths, '--key-env', 'KEY'];
    const run = runCli([...words, '--per-minute', '60000'], { cwd: folder.path('.'), environment });
    await hanging;
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.ended;
    expect(stdout.join('\n')).toContain('1 request compared, 1 differ');
    expect(stderr).toContain('interrupted: 1 of 3 reads were compared');
    expect([1, 2]).toContain(code);
  });
});
