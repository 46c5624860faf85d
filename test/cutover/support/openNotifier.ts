import type { NoticeStore } from '../../../src/cutover/members/messageRows.js';
import { createNotifier } from '../../../src/cutover/members/notifier.js';
import type { Notice } from '../../../src/cutover/notices.js';
import { type FakeClock, fakeClock } from '../../gateway/support/fakeClock.ts';

export const notice: Notice = {
  kind: 'moved',
  resource: 'offer',
  id: 'offer 1',
  at: 0,
  text: 'offer moved',
};

/** Lets every promise that can settle do so. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

type Outcomes = readonly (boolean | 'never' | Error)[];

/** A receiver that takes, refuses or misses each notice in turn, and takes all later ones. */
export function receiver(outcomes: Outcomes = []) {
  const sent: Notice[] = [];
  const send = (notice: Notice): Promise<boolean | 'never'> => {
    const outcome = outcomes[sent.length] ?? true;
    sent.push(notice);
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { sent, send };
}

interface Opened {
  readonly clock?: FakeClock;
  readonly store?: NoticeStore;
  readonly maxAgeMs?: number;
  readonly takesOver?: () => boolean;
}

export async function openNotifier(
  { sent, send }: ReturnType<typeof receiver>,
  { clock = fakeClock(), ...more }: Opened = {},
) {
  const lost: Notice[] = [];
  const parts = { channel: 'webhook', ...more, clock };
  const notifier = createNotifier({ ...parts, send, lost: (notice) => lost.push(notice) });
  await settled();
  return { ...notifier, clock, sent, lost };
}

/** Moves the clock on, round by round. */
export async function pass(clock: FakeClock, rounds: number, milliseconds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    clock.advance(milliseconds);
    await settled();
  }
}
