import { LIFEBOAT } from './createMover';
import type { Subject } from './cutover';
import type { Machinery } from './machinery';

/**
 * Goes on with another mapping: at once with no evidence and a hold on whatever has moved already, then with what is
 * kept of it. Rejects when the store fails; to adopt the same once more does only what is still to be done.
 */
export async function adoptSubject(machinery: Machinery, adopted: Subject): Promise<void> {
  const { book, log, move, exchangeSubject } = machinery;
  exchangeSubject(adopted);
  const names = adopted.resources.map(({ name }) => name);
  const moved = names.filter((name) => !['', adopted.epoch].includes(log.state(name).epoch));
  const reason = 'the mapping or the gateway has changed: evidence begins anew';
  const motive = { actor: LIFEBOAT, cause: 'gate', reason } as const;
  await Promise.all([
    book.open(adopted.epoch, names),
    ...moved.map((name) => move(name, { kind: 'epoch', epoch: adopted.epoch }, motive)),
  ]);
}
