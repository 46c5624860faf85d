import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createClosers } from '../../../src/runtime/closers';
import { keepRecording } from '../../../src/runtime/stores/keepRecording';
import { readRecording } from '../../../src/runtime/stores/recordingFile';
import type { RecordedExchange } from '../../../src/comparison/keep/recordedExchange';
import { createRecordingBuffer } from '../../../src/shadow/recordingBuffer';
import { fakeClock } from '../../gateway/support/fakeClock';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

const exchange = (id: string, more: Partial<RecordedExchange> = {}): RecordedExchange => ({
  id,
  at: 1,
  method: 'GET',
  target: '/v1/accounts',
  status: 200,
  headers: {},
  body: '{}',
  ...more,
});

async function start(file: string) {
  const clock = fakeClock();
  const buffer = createRecordingBuffer(clock);
  const errors: unknown[] = [];
  const logger = { error: (error: unknown) => void errors.push(error), warn: () => undefined };
  const closers = createClosers((error) => {
    throw error;
  });
  const begunResult = await keepRecording({ read: buffer.read, file, logger, clock }, closers);
  return { clock, buffer, errors, closers, begun: begunResult };
}

/** Lets a round that has begun come to its end. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const ids = (file: string): readonly string[] => {
  const read = readRecording(file);
  return read.ok ? read.value.map(({ id, v2 }) => (v2 === undefined ? id : `${id} with v2`)) : [];
};

describe('a recording that is kept while the gateway runs', () => {
  it('adds exchanges as they come, and the rest at the end', async () => {
    const file = folder.path('v1.ndjson');
    const { clock, buffer, closers } = await start(file);
    buffer.add(exchange('a'));
    clock.advance(1_000);
    await settled();
    expect(ids(file)).toEqual(['a']);
    buffer.add(exchange('b', { v2: [{ asked: 'GET /v2/a', status: 200, headers: {}, body: '{}' }] }));
    await closers.closeAll();
    expect(ids(file)).toEqual(['a', 'b with v2']);
  });

  it('writes failed exchanges later, removes half a line, and logs both', async () => {
    const file = folder.path('v1.ndjson');
    const { clock, buffer, errors, closers } = await start(file);
    rmSync(file);
    mkdirSync(file);
    buffer.add(exchange('a'));
    clock.advance(1_000);
    await settled();
    expect(errors).toHaveLength(1);
    rmdirSync(file);
    writeFileSync(file, '{"id":"half');
    clock.advance(1_000);
    await settled();
    await closers.closeAll();
    expect(ids(file)).toEqual(['a']);
  });

  it('refuses a file that is no recording', async () => {
    const file = folder.path('notes.txt');
    writeFileSync(file, 'notes');
    expect((await start(file)).begun).toEqual({
      ok: false,
      failure: `${file} is no recording; name another file`,
    });
  });
});
