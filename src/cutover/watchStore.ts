import type { Machinery } from './machinery';

/** Looks whether the store can be relied on, and writes what is still to be written. */
export async function watchStore({ store, list, book, log, health }: Machinery): Promise<void> {
  try {
    await store.check();
    await list.flush();
    await book.save();
    if (await log.flush()) health.recovered();
    else health.failed(new Error('the log cannot be written'));
  } catch (error) {
    health.failed(error);
  }
}
