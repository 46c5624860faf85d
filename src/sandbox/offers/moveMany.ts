import { ok, type Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import type { Moved } from './moved';

/** How offers of one kind are found, changed and shown. */
interface Mover<Offer> {
  /** Name of the body member that holds the ids. */
  readonly field: string;
  readonly find: (id: string) => Promise<Offer | undefined>;
  readonly move: (offer: Offer) => Promise<Moved<Offer>>;
  readonly show: (offer: Offer) => unknown;
}

/**
 * Changes several offers by their ids (observed in v1). One that is not there, or cannot be changed, refuses them all:
 * a refused call changes nothing.
 */
export async function moveMany<Offer>(
  ids: readonly (number | string)[],
  { field, find, move, show }: Mover<Offer>,
): Promise<Reply> {
  const data: unknown[] = [];
  for (const [place, id] of ids.entries()) {
    const offer = await find(String(id));
    const name = `${field}.${place}`;
    if (offer === undefined) return invalid({ [name]: [`The selected ${name} is invalid.`] });
    const moved = await move(offer);
    if (!moved.ok) return moved.reply;
    data.push(show(moved.offer));
  }
  return ok({ message: 'The statuses have been updated.', data });
}
