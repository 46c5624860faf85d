import { appendFileSync, writeFileSync } from 'node:fs';
import { openReplayPlace } from '../../../src/cli/recording/playAll.js';
import { readRecording } from '../../../src/runtime/stores/recordingFile.js';
import { comparedSubject, replayEpoch } from '../../../src/cli/diff/comparedSubject.js';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { answering, startUpstream } from '../../support/upstream.ts';
import { idsIn, replayRoom } from './support/replayRoom.ts';

const { folder, sandbox, offer, record, replay } = replayRoom();

const epochOf = (against: string) =>
  replayEpoch(comparedSubject(undefined, { environment: {}, terminal: recordingTerminal() }), against);

describe('lifeboat replay, interrupted', () => {
  it('goes on after the last played exchange', async () => {
    const file = await record(offer(), `${offer()}?again=1`);
    const v2 = await startUpstream(answering(404, '{}'));
    const epoch = epochOf(v2.origin);
    const replayPlace = openReplayPlace(file, epoch);
    replayPlace.note({
      id: idsIn(file)[0] ?? '',
      at: 1,
      epoch,
      resource: 'currency-offer',
      operation: 'getCurrencyOffer',
      caller: '',
      request: 'r',
      signature: 's',
      outcome: 'compared',
      differences: [],
    });
    await replay(file, { against: v2.origin });
    expect(v2.requests).toHaveLength(1);
  });

  it('ends with 2 at Ctrl-C, and plays the interrupted exchange the next time', async () => {
    const file = await record(offer(), `${offer()}?again=1`);
    const stop = new AbortController();
    const v2 = await startUpstream({ request: () => stop.abort() });
    const slowly = { against: v2.origin, rate: 0.001 };
    const { code, err } = await replay(file, slowly, stop.signal);
    expect([code, err]).toEqual([2, 'interrupted; the same command goes on from here']);
    v2.play(answering(404, '{}'));
    v2.forget();
    await replay(file, { ...slowly, rate: 1_000 });
    expect(v2.requests).toHaveLength(2);
  });

  it('goes on after a kill in the middle of a line of the recording or of the progress file', async () => {
    const file = await record(offer());
    appendFileSync(file, '{"id":"cut off');
    await record(offer());
    const ids = idsIn(file);
    expect(new Set(ids).size).toBe(2);
    writeFileSync(`${file}.replay`, '{"id":"cut off');
    const replayPlace = openReplayPlace(file, epochOf(sandbox().origin));
    expect(replayPlace.observed).toEqual([]);
    expect((await replay(file)).code).toBe(2);
  });

  it('plays again the exchanges that v2 had not answered before the interruption', async () => {
    const file = await record(offer());
    const epoch = epochOf(sandbox().origin);
    openReplayPlace(file, epoch).note({
      id: idsIn(file)[0] ?? '',
      at: 1,
      epoch,
      resource: 'currency-offer',
      operation: 'getCurrencyOffer',
      caller: '',
      request: '',
      signature: '',
      outcome: 'v2_error',
      differences: [],
    });
    expect((await replay(file)).out).toContain('1 request compared');
  });

  it('reads a recording that was cut off by a kill up to its last whole line', () => {
    const file = folder.path('cut.ndjson');
    const line = JSON.stringify({
      id: 'a',
      at: 1,
      method: 'GET',
      target: '/v1/x',
      status: 200,
      headers: {},
      body: '',
    });
    writeFileSync(file, `${line}\n${line.slice(0, 20)}`);
    expect(readRecording(file)).toMatchObject({ ok: true, value: [{ id: 'a' }] });
    writeFileSync(file, `${line}\n{}\n`);
    expect(readRecording(file)).toEqual({ ok: false, failure: `${file}:2 is no recorded exchange` });
  });
});
