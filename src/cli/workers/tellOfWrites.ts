import type { Logger } from 'pino';
import type { Told } from '../../cutover/createMirror';
import type { HeadCalls } from './calls';
import type { Call } from './createLink';

/** Tells the head of writes; never rejects, for a client must hear how its write ended, whatever becomes of the list. */
export function tellOfWrites(head: Call<HeadCalls>, logger: Logger): Omit<Told, 'served'> {
  const untold =
    (...ids: readonly string[]) =>
    (error: unknown) =>
      logger.error(
        { err: error, writes: ids },
        'a write could not be put on the list of those to be looked at',
      );
  return {
    ambiguous: (write) => head('ambiguous', write).catch(untold(write.id)),
    undone: (writes) => head('undone', writes).catch(untold(...writes.map(({ id }) => id))),
    noteFound: (id, found) => head('noteFound', { id, found }).catch(untold(id)),
  };
}
