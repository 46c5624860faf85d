import { ok, type Reply } from '../http/reply';
import { invalid } from '../http/checkBody';

/** What can be done with an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** The status that an action leads to. */
const RESULT_OF = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

/** States from which an action is allowed (observed); doing what is already done changes nothing. */
const ALLOWED_FROM: Readonly<Record<Action, readonly string[]>> = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
};

/** Whether an offer in this state can be acted upon so. */
export const isAllowed = (action: Action, status: string): boolean => ALLOWED_FROM[action].includes(status);

/** What an action answers beside the offer (spec 4.7). */
export const actionAnswer = (data: unknown, action: Action | 'duplicate', previousStatus: string) => ({
  data,
  message:
    action === 'duplicate' ? 'The offer has been duplicated.' : `The offer is now ${RESULT_OF[action]}.`,
  action,
  previous_status: previousStatus,
});

/** The action that leads to a status that v1 clients ask for (observed). */
export const ACTION_FOR = { listed: 'list', draft: 'draft', archived: 'archive' } as const satisfies Record<
  string,
  Action
>;

/** The answer when an offer's state does not allow an action. */
export const actionRefused = (action: Action, status: string): Reply =>
  invalid({ status: [`The offer cannot become ${RESULT_OF[action]} while it is ${status}.`] });

/** What came of acting upon an offer: the offer as it is then, or the answer that refuses. */
export type Moved<Offer> =
  { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly reply: Reply };

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

/** The columns that an action changes; `listed_at` tells the latest time an offer came up for sale. */
export function statusColumns(action: Action, status: string, now: number) {
  const next = RESULT_OF[action];
  return next === 'listed' && status !== 'listed' ? { status: next, listed_at: now } : { status: next };
}
