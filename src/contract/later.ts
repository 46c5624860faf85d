/** A value that is there, or will be. */
export type Later<Value> = Value | Promise<Value> | Eventual<Value>;

/** One of the two is called, once. */
interface Listener<Value> {
  arrived(value: Value): void;
  failed(thrown: unknown): void;
}

/**
 * A value that comes once, for the one who waits for it. It is handed on in the turn in which it comes: a promise takes
 * a turn of the microtask queue and several objects for each step between the answer of an upstream and the answer to a
 * client. Whoever wants a promise awaits it.
 */
export class Eventual<Value> implements PromiseLike<Value> {
  private state: 'open' | 'settled' | 'failed' = 'open';
  private result: unknown = undefined;
  private listener: Listener<Value> | undefined = undefined;

  settle(value: Value): void {
    if (this.state !== 'open') return;
    this.state = 'settled';
    this.result = value;
    this.listener?.arrived(value);
  }

  fail(thrown: unknown): void {
    if (this.state !== 'open') return;
    this.state = 'failed';
    this.result = thrown;
    this.listener?.failed(thrown);
  }

  listen(listener: Listener<Value>): void {
    if (this.listener !== undefined) throw new Error('somebody waits for this value already');
    this.listener = listener;
    if (this.state === 'settled') listener.arrived(this.result as Value);
    else if (this.state === 'failed') listener.failed(this.result);
  }

  then<Made = Value, Recovered = never>(
    next?: ((value: Value) => Made | PromiseLike<Made>) | null,
    recover?: ((thrown: unknown) => Recovered | PromiseLike<Recovered>) | null,
  ): Promise<Made | Recovered> {
    const promise = new Promise<Value>((resolve, reject) =>
      this.listen({ arrived: resolve, failed: reject }),
    );
    return promise.then(next, recover);
  }
}

/** What is made of a value when it comes. */
class Step<Given, Made> extends Eventual<Made> implements Listener<Given> {
  constructor(
    private readonly next: (value: Given) => Later<Made>,
    private readonly recover?: (thrown: unknown) => Later<Made>,
  ) {
    super();
  }

  arrived(value: Given): void {
    try {
      this.become(this.next(value));
    } catch (thrown) {
      this.failed(thrown);
    }
  }

  failed(thrown: unknown): void {
    const { recover } = this;
    if (recover === undefined) this.fail(thrown);
    else this.become(recover(thrown));
  }

  private become(made: Later<Made>): void {
    if (!(made instanceof Eventual || made instanceof Promise)) {
      this.settle(made);
      return;
    }
    const listener: Listener<Made> = {
      arrived: (value) => this.settle(value),
      failed: (thrown) => this.fail(thrown),
    };
    if (made instanceof Eventual) made.listen(listener);
    else made.then(listener.arrived, listener.failed);
  }
}

/** Goes on with a value, at once where it is there. */
export function after<Given, Made>(given: Later<Given>, next: (value: Given) => Later<Made>): Later<Made> {
  if (given instanceof Eventual) {
    const step = new Step(next);
    given.listen(step);
    return step;
  }
  return given instanceof Promise ? given.then(next) : next(given);
}

/** Begins what may throw, now or later, and puts what `recover` makes of a throw in the place of its value. */
export function caught<Value>(
  begin: () => Later<Value>,
  recover: (thrown: unknown) => Later<Value>,
): Later<Value> {
  try {
    const begun = begin();
    if (begun instanceof Promise) return begun.catch(recover);
    if (!(begun instanceof Eventual)) return begun;
    const step = new Step<Value, Value>((value) => value, recover);
    begun.listen(step);
    return step;
  } catch (thrown) {
    return recover(thrown);
  }
}

/** Calls `end` once a value is there, or will never be. */
export function ended(given: Later<unknown>, end: () => void): void {
  if (given instanceof Eventual) given.listen({ arrived: end, failed: end });
  else if (given instanceof Promise) given.then(end, end);
  else end();
}
