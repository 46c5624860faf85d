import { createClosers } from '../../src/runtime/closers';

describe('closers', () => {
  it('end what was opened last first, one after the other', async () => {
    const order: string[] = [];
    const closers = createClosers(() => undefined);
    closers.add(async () => {
      await Promise.resolve();
      order.push('first');
    });
    closers.add(async () => {
      await Promise.resolve();
      order.push('second');
    });
    await closers.closeAll();
    expect(order).toEqual(['second', 'first']);
  });

  it('end the rest when one fails, and tell of it', async () => {
    const failures: unknown[] = [];
    let ended = false;
    const closers = createClosers((error) => failures.push(error));
    closers.add(() => void (ended = true));
    closers.add(() => Promise.reject(new Error('stuck')));
    await closers.closeAll();
    expect(ended).toBe(true);
    expect(failures).toEqual([new Error('stuck')]);
  });
});
