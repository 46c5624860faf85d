import { LIFEBOAT } from './createMover';
import type { Subject } from './evidence';
import type { Machinery } from './machinery';

/**
 * Goes on with other mappings: for every resource that they translate otherwise at once with no evidence and, where it has
 * moved already, a hold; then with what is kept of it. Rejects when the store fails; to adopt the same once more does only what is still to be done.
 */
export async function adoptSubject(machinery: Machinery, adopted: Subject): Promise<void> {
  const { book, log, move, exchangeSubject } = machinery;
  exchangeSubject(adopted);
  const { resources } = adopted;
  const moved = resources.filter(({ name, epoch }) => !['', epoch].includes(log.state(name).epoch));
  const reason = 'the mapping or the gateway has changed: evidence begins anew';
  const motive = { actor: LIFEBOAT, cause: 'gate', reason } as const;
  await Promise.all([
    book.open(resources),
    ...moved.map(({ name, epoch }) => move(name, { kind: 'epoch', epoch }, motive)),
  ]);
}
