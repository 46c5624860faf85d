import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../../gateway/upstream';
import type { Clock } from '../../contract/clock';
import { after, Eventual, type Later, type Result } from '../../contract/result';
import { atEndOfRound } from '../server/eventLoopRounds';
import { createFairQueue, type FairQueue, type QueueEntry } from '../server/fairQueue';
import { type CallerPools, createCallerPools } from './callerPools';
import { createDeadlines, type Deadlines } from './deadlines';
import { FollowedCall } from './followedCall';
import type { UpstreamLimits } from './upstreamLimits';
import { upstreamHeaders } from './upstreamRequest';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

export interface UpstreamOptions {
  /** The one origin that calls go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: UpstreamLimits;
  readonly clock: Clock;
  /** Called at the end of each call, with the time it took (ms). */
  readonly ended?: ((outcome: Outcome, milliseconds: number) => void) | undefined;
}

/** The upstream port over its own connections. */
export interface UpstreamClient {
  readonly call: Upstream;
  /** Refuses new calls and resolves when the calls under way have ended, each by its own deadline at the latest. */
  readonly close: () => Promise<void>;
  /** Calls under way and calls that wait for a connection, now. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

const nothing = (): void => undefined;

/** Parts that the calls of one client share. */
interface ClientParts {
  readonly pools: CallerPools;
  readonly queue: FairQueue;
  readonly deadlines: Deadlines;
  readonly clock: Clock;
  readonly bodyBytes: number;
  readonly ended: (outcome: Outcome, milliseconds: number) => void;
}

/** One call, from the queue to its outcome. */
class UpstreamCall extends FollowedCall implements QueueEntry {
  readonly outcome = new Eventual<Outcome>();
  readonly party: string;
  private readonly began: number;
  private leaveQueue: (() => void) | undefined = undefined;

  constructor(
    private readonly parts: ClientParts,
    private readonly request: UpstreamRequest,
  ) {
    super(parts.bodyBytes);
    this.party = request.authorization ?? '';
    this.began = parts.clock.steady();
  }

  begin(): this {
    const { parts, request, began } = this;
    const { cancel, deadlineAt } = request;
    if (deadlineAt <= began) this.giveUp('timeout');
    else if (cancel?.aborted === true) this.giveUp('cancelled');
    else {
      this.leaveQueue = parts.queue.enter(this);
      if (this.leaveQueue === undefined) this.giveUp('overloaded');
      else this.follow();
    }
    return this;
  }

  /** Until it is settled, which it may be already: a client that is closed says so at once. */
  private follow(): void {
    if (this.isSettled) return;
    const { cancel, deadlineAt } = this.request;
    this.parts.deadlines.add(this, deadlineAt);
    cancel?.addEventListener('abort', this);
  }

  /** Never throws: what may not be sent comes back as an error of an unsent call. */
  start(): void {
    const { request } = this;
    const noted = request.notes?.leaves(request);
    if (noted === undefined) this.send();
    else this.sendAfter(noted);
  }

  private sendAfter(noted: Later<void>): void {
    void after(noted, () => this.send());
  }

  private send(): void {
    const { request, parts } = this;
    const { method, path, body = null } = request;
    try {
      parts.pools.of(this.party).dispatch({ method, path, body, headers: upstreamHeaders(request) }, this);
    } catch (error) {
      this.onResponseError(undefined, error as Error);
    }
  }

  displaced(): void {
    this.giveUp('overloaded');
  }

  expire(): void {
    this.end('timeout');
  }

  /** The client has disconnected. */
  handleEvent(): void {
    this.end('cancelled');
  }

  protected settled(outcome: Outcome): void {
    const { deadlines, clock, ended, queue } = this.parts;
    deadlines.remove(this);
    this.request.cancel?.removeEventListener('abort', this);
    ended(outcome, clock.steady() - this.began);
    // Alone it need not wait for others.
    if (queue.taken() <= 1) this.outcome.settle(outcome);
    else atEndOfRound(() => this.outcome.settle(outcome));
  }

  protected released(isOdd: boolean): void {
    const { queue, pools } = this.parts;
    if (isOdd) pools.retire(this.party);
    // Later where somebody waits: by then the connection is free for who comes next.
    if (queue.waiting() === 0) queue.leave(this.party);
    else queueMicrotask(() => queue.leave(this.party));
  }

  private end(kind: 'timeout' | 'cancelled'): void {
    this.leaveQueue?.();
    this.giveUp(kind);
  }
}

/** Opens an upstream; connections are made on demand. */
export function createUpstream({ origin, limits, clock, ended = nothing }: UpstreamOptions): UpstreamClient {
  const deadlines = createDeadlines(clock);
  const pools = createCallerPools(origin, limits);
  const queue = createFairQueue(limits.connections, limits.queue);
  const parts: ClientParts = { pools, queue, deadlines, clock, ended, bodyBytes: limits.bodyBytes };
  return {
    call: (request) => new UpstreamCall(parts, request).begin().outcome,
    close: () => {
      deadlines.stop();
      return pools.close();
    },
    load: () => ({ active: queue.taken(), waiting: queue.waiting() }),
  };
}
