import { createLine } from '../../src/http/createLine';

describe('createLine', () => {
  it('starts as many as it has places and the others in turn', () => {
    const line = createLine(2, 2);
    const started: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) line.enter(() => started.push(name));
    expect(started).toEqual(['a', 'b']);
    line.leave();
    expect(started).toEqual(['a', 'b', 'c']);
    line.leave();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('turns away without a start when the line is full', () => {
    const line = createLine(1, 1);
    line.enter(() => undefined);
    line.enter(() => undefined);
    let started = false;
    expect(line.enter(() => (started = true))).toBeUndefined();
    line.leave();
    line.leave();
    expect(started).toBe(false);
  });

  it('passes over who has left the line', () => {
    const line = createLine(1, 2);
    const started: string[] = [];
    line.enter(() => started.push('a'));
    const leave = line.enter(() => started.push('b'));
    line.enter(() => started.push('c'));
    leave?.();
    line.leave();
    expect(started).toEqual(['a', 'c']);
  });

  it('has its place free again when nobody waits', () => {
    const line = createLine(1, 0);
    line.enter(() => undefined);
    line.leave();
    expect(line.enter(() => undefined)).toBeDefined();
  });
});
