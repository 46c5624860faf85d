import { randomUUID } from 'node:crypto';
import { isHit } from './indexStore';
import type { Reading, ReadingParts } from './indexReading';

/** Time (ms) between two signs of life of a scan. */
const BEAT = 1_000;
/** Time (ms) without a sign of life after which another process goes on with a scan. */
const LEASE = 5_000;
/** Time (ms) between two looks at what another's scan has found. */
const LOOK = 100;

/** Runs a scan when no other process reads the same list. */
export type WithScanLease = <Value>(
  partition: string,
  room: Reading['room'],
  scan: () => Promise<Value>,
) => Promise<Value>;

/**
 * Has one process at a time read a list: the others wait, are served from what it has found, and go on where it stopped
 * once it has given no sign of life for 5 s. Signs are counted and not dated, so clocks may differ. A process that was
 * stopped for longer goes on when its successor does: then pages are read twice, and kept once.
 */
export function createScanLease({ store, clock }: Pick<ReadingParts, 'store' | 'clock'>): WithScanLease {
  const own = randomUUID();

  const take = async (partition: string, room: Reading['room']): Promise<void> => {
    let seen = { beats: -1, at: 0 };
    for (;;) {
      const isGone = seen.beats >= 0 && clock.steady() - seen.at >= LEASE;
      const { isOwn, beats } = await store.claim(partition, own, isGone ? seen.beats : undefined);
      if (isOwn) return;
      if (beats !== seen.beats) seen = { beats, at: clock.steady() };
      for (const key of room.keys()) if (isHit(await store.find(partition, key))) room.matched(key);
      const pause = room.isEmpty() ? BEAT : LOOK;
      await new Promise<void>((resolve) => clock.schedule(pause, resolve));
    }
  };

  /** Gives signs of life until it is stopped. A store that fails is noticed by the scan itself. */
  const beat = (partition: string): (() => void) => {
    const again = () => {
      void store.claim(partition, own).catch(() => undefined);
      stop = clock.schedule(BEAT, again);
    };
    let stop = clock.schedule(BEAT, again);
    return () => stop();
  };

  return async (partition, room, scan) => {
    await take(partition, room);
    const stop = beat(partition);
    try {
      return await scan();
    } finally {
      stop();
      await store.release(partition, own).catch(() => undefined);
    }
  };
}
