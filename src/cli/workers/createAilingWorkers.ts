/** What does not work in which worker, although requests are answered. */
export interface AilingWorkers {
  readonly note: (worker: number, sentences: readonly string[]) => void;
  readonly forget: (worker: number) => void;
  /** Each sentence once; empty when all is well. */
  readonly tell: () => readonly string[];
}

/** Remembers what each worker said last. */
export function createAilingWorkers(): AilingWorkers {
  const ailing = new Map<number, readonly string[]>();
  return {
    note: (worker, sentences) => void ailing.set(worker, sentences),
    forget: (worker) => void ailing.delete(worker),
    tell: () => [...new Set([...ailing.values()].flat())],
  };
}
