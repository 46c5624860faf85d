type Close = () => Promise<void>;

/** What closes all that is open now, in the order in which it was opened. */
const open = new Set<Close>();

/**
 * Has what a test or a hook opens closed behind the test, or behind the tests of the hook, the latest first. Returns what
 * closes it before that, and only once.
 */
export function closeBehindTest(close: () => unknown): Close {
  let closing: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => {
    open.delete(closeOnce);
    return (closing ??= Promise.resolve(close()).then(() => undefined));
  };
  open.add(closeOnce);
  return closeOnce;
}

/** Returns what closes all that is opened from now on. */
export function closeLater(): Close {
  const earlier = new Set(open);
  return async () => {
    for (const close of [...open].toReversed()) if (!earlier.has(close)) await close();
  };
}
