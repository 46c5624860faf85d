import cluster from 'node:cluster';
import type { Channel } from './portOver';

/** A process that has been started to work, numbered. */
export interface Forked {
  readonly id: number;
  readonly process: Channel & {
    readonly kill: (signal: NodeJS.Signals) => unknown;
    readonly once: (
      event: 'exit',
      action: (code: number | null, signal: NodeJS.Signals | null) => void,
    ) => unknown;
  };
}

/** Starts one that listens where its siblings do, and waits for its plan. */
export function forkWorker(): Forked {
  cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
  return cluster.fork();
}
