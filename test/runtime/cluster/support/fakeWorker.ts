import { EventEmitter } from 'node:events';
import { success } from '../../../../src/contract/result.js';
import type { FromWorker, ToWorker } from '../../../../src/runtime/cluster/workerMessages.js';
import type { WorkerHandle } from '../../../../src/runtime/cluster/workerPool.js';

export const ORIGIN = 'http://127.0.0.1:1';

/** A worker that starts, answers and ends at once, unless told otherwise; what is sent comes a little later. */
export class FakeWorker extends EventEmitter implements WorkerHandle {
  readonly id: number;
  readonly signals: NodeJS.Signals[] = [];
  readonly received: ToWorker[] = [];
  private hasEnded = false;
  /** Answers a message; false leaves it to the test. */
  take: (message: ToWorker) => boolean = () => true;
  /** Error of every sending; absent: messages arrive. */
  broken: Error | null = null;

  constructor(id: number) {
    super();
    this.id = id;
  }

  isConnected = (): boolean => !this.hasEnded;

  send = (message: ToWorker, sent: (error: Error | null) => void): void => {
    queueMicrotask(() => {
      if (this.broken === null) this.receive(message);
      sent(this.broken);
    });
  };

  kill = (signal: NodeJS.Signals): void => {
    this.signals.push(signal);
    this.end(null, signal);
  };

  say = (message: FromWorker): void => void this.emit('message', message);

  hello = (): void => this.say({ kind: 'hello' });

  end = (code: number | null, signal: NodeJS.Signals | null = null): void => {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.emit('exit', code, signal);
  };

  private receive(message: ToWorker): void {
    this.received.push(message);
    if (!this.take(message)) return;
    if (message.kind === 'start') this.say({ kind: 'started', started: success(ORIGIN) });
    else if (message.kind === 'ask') this.say({ kind: 'answer', ticket: message.ticket, value: ['a path'] });
    else if (message.kind === 'end') this.end(0);
  }
}
