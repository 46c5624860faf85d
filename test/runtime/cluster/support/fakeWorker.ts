import type { PrimaryCalls } from '../../../../src/runtime/cluster/clusterCalls';
import { type Calls, createLink, portOver } from '../../../../src/runtime/cluster/processLink';
import type { Forked } from '../../../../src/runtime/cluster/workerPool';
import { FakeChannel, joined } from './fakeChannel';

/** The primary's end of a worker; a signal ends it at once. */
class FakeProcess extends FakeChannel {
  signals: NodeJS.Signals[] = [];

  kill = (signal: NodeJS.Signals): void => {
    this.signals.push(signal);
    this.disconnect();
    this.emit('exit', null, signal);
  };
}

/** A worker that answers with given functions. */
export interface FakeWorker extends Forked {
  readonly process: FakeProcess;
  /** Says that it listens, and resolves when that is known. */
  readonly hello: () => Promise<void>;
}

/** Creates a fake worker. */
export function fakeWorker(id: number, calls: Calls): FakeWorker {
  const [process, channel] = joined(new FakeProcess(), new FakeChannel());
  const end = (): void => {
    channel.disconnect();
    process.emit('exit', 0, null);
  };
  const primary = createLink<PrimaryCalls>(portOver(channel), { end, ...calls });
  return { id, process, hello: () => primary('hello', undefined) };
}
