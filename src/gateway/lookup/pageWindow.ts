/** Pages that are read ahead while earlier ones are worked on. */
export interface PageWindow<Page> {
  /** One page, and the start of those after it, up to the last. */
  readonly take: (page: number, last: number) => Promise<Page>;
  /** Forgets what was read ahead. */
  readonly drop: () => void;
}

/** Reads up to `width` pages at a time and hands them out in the order in which they are asked for. */
export function createPageWindow<Page>(
  read: (page: number) => Promise<Page>,
  width: number,
): PageWindow<Page> {
  const ahead = new Map<number, Promise<Page>>();
  const start = (page: number): Promise<Page> => {
    const known = ahead.get(page);
    if (known !== undefined) return known;
    const started = read(page);
    // A page that is dropped has nobody to see it fail, and an unseen failure would end the process.
    started.catch(() => undefined);
    ahead.set(page, started);
    return started;
  };
  return {
    take: (page, last) => {
      const taken = start(page);
      for (let next = page + 1; next <= last && next < page + width; next += 1) void start(next);
      ahead.delete(page);
      return taken;
    },
    drop: () => ahead.clear(),
  };
}
