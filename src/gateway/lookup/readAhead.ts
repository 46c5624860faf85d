/**
 * Reads up to `width` pages at a time and hands them out one by one: the returned function gives the page asked for
 * and starts those after it, up to the last.
 */
export function readAhead<Page>(
  read: (page: number) => Promise<Page>,
  width: number,
): (page: number, last: number) => Promise<Page> {
  const ahead = new Map<number, Promise<Page>>();
  const start = (page: number): Promise<Page> => {
    const known = ahead.get(page);
    if (known !== undefined) return known;
    const started = read(page);
    // A page that nobody comes for has nobody to see it fail, and an unseen failure would end the process.
    started.catch(() => undefined);
    ahead.set(page, started);
    return started;
  };
  return (page, last) => {
    const taken = start(page);
    for (let next = page + 1; next <= last && next < page + width; next += 1) void start(next);
    ahead.delete(page);
    return taken;
  };
}
