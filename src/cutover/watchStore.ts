import { adoptSubject } from './adoptSubject';
import type { Machinery } from './machinery';

/** Takes the store up anew, with everything that this process holds of what it should. */
async function renew({ store, list, book, usage, names, log }: Machinery): Promise<void> {
  await log.between((events) => store.renew({ events, writes: list.all() }));
  await store.check();
  await names.keepAnew();
  for (const { keepAnew } of [book, usage]) keepAnew();
}

/** Looks whether the store can be relied on, takes it up anew where not, and writes what is still to be written. */
export async function watchStore(machinery: Machinery): Promise<void> {
  const { store, list, book, usage, log, health } = machinery;
  await store.check().catch(health.failed);
  try {
    if (!health.health().ok) await renew(machinery);
    await list.flush();
    await adoptSubject(machinery, machinery.subject());
    await book.save();
    await usage.save();
    if (await log.flush()) health.recovered();
    else health.failed(new Error('the log cannot be written'));
  } catch (error) {
    health.failed(error);
  }
}
