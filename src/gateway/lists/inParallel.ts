/** Runs a task on every item, at most `width` at a time, and returns the outcomes in the order of the items. */
export async function runInParallel<Item, Outcome>(
  items: readonly Item[],
  width: number,
  task: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.entries();
  const workOnItems = async (): Promise<void> => {
    for (const [index, item] of waiting) outcomes[index] = await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, workOnItems));
  return outcomes;
}
