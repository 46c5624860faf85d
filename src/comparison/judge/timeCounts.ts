import { MINUTE_MS } from '../../contract/clock';

/** Counts of equal slices of time; the last one holds a given instant. */
export interface TimeSlices {
  /** Begin of the first slice, clock ms. */
  readonly from: number;
  /** Length of each, ms. */
  readonly width: number;
  readonly counts: readonly number[];
}

/** Counts events by time in bounded memory, however long it goes on. */
export interface TimeCounts {
  /** Counts one at an instant (clock ms); an earlier one may come later. */
  readonly add: (at: number) => void;
  /** Shows the slices from the first event to `now` (clock ms). */
  readonly until: (now: number) => TimeSlices;
}

/** Most slices: as many bars as can be told apart in a row of a table. */
const MAX_SLICES = 24;

function halved(slices: ReadonlyMap<number, number>): Map<number, number> {
  const merged = new Map<number, number>();
  for (const [slice, count] of slices) {
    const twice = Math.floor(slice / 2);
    merged.set(twice, (merged.get(twice) ?? 0) + count);
  }
  return merged;
}

/** Makes empty counts of slices of a minute, which double in length whenever there would be too many. */
export function createTimeCounts(): TimeCounts {
  let slices = new Map<number, number>();
  let width = MINUTE_MS;
  /** Doubles the length of the slices until those up to an instant are few enough. */
  const fit = (last: number): void => {
    while (Math.floor(last / width) - Math.min(...slices.keys()) >= MAX_SLICES) {
      slices = halved(slices);
      width *= 2;
    }
  };
  return {
    add: (at) => {
      const slice = Math.floor(at / width);
      slices.set(slice, (slices.get(slice) ?? 0) + 1);
      fit(Math.max(...slices.keys()) * width);
    },
    until: (now) => {
      fit(now);
      const firstSlice = Math.min(...slices.keys());
      const last = Math.max(...slices.keys(), Math.floor(now / width));
      const counts = Array.from(
        { length: last - firstSlice + 1 },
        (_, index) => slices.get(firstSlice + index) ?? 0,
      );
      return { from: firstSlice * width, width, counts };
    },
  };
}
