import type { Beside } from './beside';
import type { Copy } from './copy';

const bothCopies = (one: Copy, other: Copy): Copy => ({
  requested: (request) => {
    one.requested(request);
    other.requested(request);
  },
  answered: (answer, before) => {
    one.answered(answer, before);
    other.answered(answer, before);
  },
  ended: (whole) => {
    one.ended(whole);
    other.ended(whole);
  },
});

/** The comparison, and beside it whatever else looks at what v1 answers. */
export function bothBeside(comparison: Beside | undefined, other: Pick<Beside, 'onV1'>): Beside {
  return {
    onV1: (request) => {
      const one = comparison?.onV1(request);
      const two = other.onV1(request);
      return one === undefined || two === undefined ? (one ?? two) : bothCopies(one, two);
    },
    onV2: (request) => comparison?.onV2(request),
  };
}
