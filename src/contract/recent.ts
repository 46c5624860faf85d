/** Stands for all names beyond the bound of a count, so that they are counted together. */
export const OTHERS = '(others)';

/**
 * Keeps the latest values in two generations of bounded size: when the younger one is full, the older one is forgotten.
 * A look-up costs one of a Map. An LRU cache would rewrite its order at each look-up, and allocate arrays for all its
 * entries when it is created.
 */
export class Recent<Key, Value> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();

  constructor(private readonly most: number) {}

  get isEmpty(): boolean {
    return this.young.size === 0 && this.old.size === 0;
  }

  get(key: Key): Value | undefined {
    const youngValue = this.young.get(key);
    if (youngValue !== undefined) return youngValue;
    const oldValue = this.old.get(key);
    if (oldValue !== undefined) this.set(key, oldValue);
    return oldValue;
  }

  set(key: Key, value: Value): void {
    if (this.young.size >= this.most && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  delete(key: Key): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
  }

  /** Returns the value of a key, made by `make` if it is not kept. */
  getOrMake(key: Key, make: (key: Key) => Value): Value {
    const presentValue = this.get(key);
    if (presentValue !== undefined) return presentValue;
    const value = make(key);
    this.set(key, value);
    return value;
  }
}

/**
 * Creates a filter that passes each key once within a time (ms). Of more keys than `most` the oldest are forgotten, and
 * may pass again sooner.
 */
export function createRepeatFilter(
  most: number,
  milliseconds: number,
): (key: string, now: number) => boolean {
  const passedAt = new Recent<string, number>(most);
  return (key, now) => {
    if (now - (passedAt.get(key) ?? -Infinity) < milliseconds) return false;
    passedAt.set(key, now);
    return true;
  };
}

/** Adds a number to the count of a name. */
export function addToCount<Name>(counts: Map<Name, number>, name: Name, more: number): void {
  if (more > 0) counts.set(name, (counts.get(name) ?? 0) + more);
}

export function addEachCount<Name>(sum: Map<Name, number>, counts: ReadonlyMap<Name, number>): void {
  for (const [name, count] of counts) addToCount(sum, name, count);
}
