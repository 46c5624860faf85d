/** A value, or the reason why there is none. Failures are values inside the gateway and answers at its edge. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** Wraps a value. */
export const success = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** Wraps a reason. */
export const failure = <Failure>(reason: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure: reason,
});

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
  /** What is handed on is forgotten: a connection refers to its call, and so to what came of it, until the next one. */
  private state: 'open' | 'settled' | 'failed' | 'handedOn' = 'open';
  private result: unknown = undefined;
  private listener: Listener<Value> | undefined = undefined;

  settle(value: Value): void {
    if (this.state !== 'open') return;
    const { listener } = this;
    if (listener === undefined) {
      this.state = 'settled';
      this.result = value;
    } else {
      this.state = 'handedOn';
      this.listener = undefined;
      listener.arrived(value);
    }
  }

  fail(thrown: unknown): void {
    if (this.state !== 'open') return;
    const { listener } = this;
    if (listener === undefined) {
      this.state = 'failed';
      this.result = thrown;
    } else {
      this.state = 'handedOn';
      this.listener = undefined;
      listener.failed(thrown);
    }
  }

  continueWith(listener: Listener<Value>): void {
    const { state, result } = this;
    if (this.listener !== undefined || state === 'handedOn')
      throw new Error('somebody waits for this value already');
    if (state === 'open') {
      this.listener = listener;
      return;
    }
    this.state = 'handedOn';
    this.result = undefined;
    if (state === 'settled') listener.arrived(result as Value);
    else listener.failed(result);
  }

  then<Made = Value, Recovered = never>(
    next?: ((value: Value) => Made | PromiseLike<Made>) | null,
    recover?: ((thrown: unknown) => Recovered | PromiseLike<Recovered>) | null,
  ): Promise<Made | Recovered> {
    const promise = new Promise<Value>((resolve, reject) =>
      this.continueWith({ arrived: resolve, failed: reject }),
    );
    return promise.then(next, recover);
  }
}

/** Passes on what comes. An object of one field: two functions would be five objects for each call of v2. */
class Passing<Value> implements Listener<Value> {
  constructor(private readonly to: Eventual<Value>) {}

  arrived(value: Value): void {
    this.to.settle(value);
  }

  failed(thrown: unknown): void {
    this.to.fail(thrown);
  }
}

/** The result of a function that is called with a value when it comes. */
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
    try {
      if (recover === undefined) this.fail(thrown);
      else this.become(recover(thrown));
    } catch (again) {
      this.fail(again);
    }
  }

  private become(made: Later<Made>): void {
    if (!(made instanceof Eventual || made instanceof Promise)) {
      this.settle(made);
      return;
    }
    if (made instanceof Eventual) made.continueWith(new Passing(this));
    else
      made.then(
        (value) => this.settle(value),
        (thrown: unknown) => this.fail(thrown),
      );
  }
}

/** Goes on with a value, at once where it is there. `recover` makes a value of what is thrown on the way to it. */
export function after<Given, Made>(
  given: Later<Given>,
  next: (value: Given) => Later<Made>,
  recover?: (thrown: unknown) => Later<Made>,
): Later<Made> {
  if (given instanceof Eventual) {
    const step = new Step(next, recover);
    given.continueWith(step);
    return step;
  }
  if (given instanceof Promise)
    return recover === undefined ? given.then(next) : given.then(next).catch(recover);
  if (recover === undefined) return next(given);
  try {
    return next(given);
  } catch (thrown) {
    return recover(thrown);
  }
}
