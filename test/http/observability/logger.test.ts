import { batchLines } from '../../../src/http/observability/logger';
import { fakeClock } from '../../gateway/support/fakeClock';

/** A disk with so much room (bytes). */
function disk(room: number) {
  const state = { room, text: '' };
  const put = (bytes: Buffer): number => {
    if (state.room === 0) throw new Error('ENOSPC');
    const taken = bytes.subarray(0, state.room);
    state.room -= taken.length;
    state.text += taken.toString();
    return taken.length;
  };
  return { state, put };
}

describe('the lines of the log', () => {
  it('are written together, none later than a tenth of a second', () => {
    const { state, put } = disk(Infinity);
    const clock = fakeClock();
    const { write } = batchLines(put, clock);
    write('one\n');
    write('two\n');
    expect(state.text).toBe('');
    clock.advance(100);
    expect(state.text).toBe('one\ntwo\n');
    write(`${'x'.repeat(20_000)}\n`);
    expect(state.text).toHaveLength(8 + 20_001);
  });

  it('wait while the disk is full, never cut in two, and are left out beyond a megabyte', () => {
    const { state, put } = disk(6);
    const clock = fakeClock();
    let lost = 0;
    const { write, flush } = batchLines(put, clock, () => (lost += 1));
    write('one\n');
    write('two\n');
    flush();
    expect(state.text).toBe('one\ntw');
    for (let line = 0; line < 3_000; line += 1) write(`${'x'.repeat(999)}\n`);
    state.room = Infinity;
    write('last\n');
    clock.advance(100);
    const lines = state.text.split('\n');
    expect(lines.slice(0, 2)).toEqual(['one', 'two']);
    expect(lines.length).toBeLessThan(1_200);
    expect(lost).toBeGreaterThan(1_800);
    expect(lines.slice(2).filter((line) => line !== '' && line !== 'last' && line.length !== 999)).toEqual(
      [],
    );
    expect(lines.at(-2)).toBe('last');
  });
});
