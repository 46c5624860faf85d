import type { Beside } from './beside';
import type { Recorder } from './createRecorder';
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

/** Joins the comparison and the recorder, which is told of what the other is about to compare. */
export function bothBeside(comparison: Beside | undefined, recorder: Pick<Recorder, 'onV1'>): Beside {
  return {
    onV1: (request) => {
      const one = comparison?.onV1(request);
      const two = recorder.onV1(request, one !== undefined);
      return one === undefined || two === undefined ? (one ?? two) : bothCopies(one, two);
    },
    onV2: (request) => comparison?.onV2(request),
  };
}
