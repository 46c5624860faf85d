import { ok, type Reply } from '../http/reply';
import { invalid } from '../http/checkBody';

/** The actions on an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** The status that an action leads to. */
const RESULT_OF = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

/** States from which an action is allowed (observed); doing what is already done changes nothing. */
const ALLOWED_FROM: Readonly<Record<Action, readonly string[]>> = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
};

/** Reports whether the action is allowed in this state of an offer. */
export const isAllowed = (action: Action, status: string): boolean => ALLOWED_FROM[action].includes(status);

/** The message of an action, which its answer holds in addition to the offer (spec 4.7). */
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

/** The result of an action: the changed offer, or the answer that refuses it. */
export type Moved<Offer> =
  | { readonly ok: true; readonly offer: Offer }
  | { readonly ok: false; readonly reply: Reply };

/** Functions that find, change and show offers of one kind. */
interface Mover<Offer> {
  /** Name of the body member that holds the ids. */
  readonly field: string;
  readonly find: (id: string) => Promise<Offer | undefined>;
  readonly move: (offer: Offer) => Promise<Moved<Offer>>;
  readonly show: (offer: Offer) => unknown;
}

/**
 * Changes several offers by their ids (observed in v1). One missing or unchangeable offer refuses them all:
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

/** The columns that an action changes; `listed_at` is the latest instant at which an offer came up for sale. */
export function statusColumns(action: Action, status: string, now: number) {
  const next = RESULT_OF[action];
  return next === 'listed' && status !== 'listed' ? { status: next, listed_at: now } : { status: next };
}
