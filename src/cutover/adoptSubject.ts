import { LIFEBOAT } from './createMover';
import type { Subject } from './cutover';
import type { Machinery } from './machinery';

/** Goes on with another mapping: evidence of its own, and a hold on whatever has moved already. */
export async function adoptSubject(machinery: Machinery, adopted: Subject): Promise<void> {
  const { book, log, move, exchangeSubject } = machinery;
  exchangeSubject(adopted);
  await book.open(
    adopted.epoch,
    adopted.resources.map(({ name }) => name),
  );
  for (const { name } of adopted.resources) {
    const { epoch } = log.state(name);
    if (epoch === '' || epoch === adopted.epoch) continue;
    const reason = 'the mapping or the gateway has changed: evidence begins anew';
    await move(name, { kind: 'epoch', epoch: adopted.epoch }, { actor: LIFEBOAT, cause: 'gate', reason });
  }
}
