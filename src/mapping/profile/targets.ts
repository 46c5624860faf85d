/** Returns the rest of a target after a prefix; undefined if the target does not begin with it. */
function targetRestOf(target: string, prefix: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const targetRest = target.slice(prefix.length);
  return /^(?:[/?]|$)/.test(targetRest) ? targetRest : undefined;
}

/** Replaces the longest prefix that a target begins with. */
export function replacePrefix(
  target: string,
  prefixes: readonly (readonly [from: string, to: string])[],
): string | undefined {
  const ordered = prefixes.toSorted(([prefix], [nextPrefix]) => nextPrefix.length - prefix.length);
  for (const [from, to] of ordered) {
    const targetRest = targetRestOf(target, from);
    // An empty prefix leaves nothing of `/v1`, and a target begins with a slash.
    if (targetRest !== undefined) return (to + targetRest).replace(/^(?!\/)/, '/');
  }
  return undefined;
}

/** Names the API that a target in the form inside belongs to; undefined for neither. */
export function sideOf(target: string): 'v1' | 'v2' | undefined {
  const [, name] = /^\/(v[12])(?:[/?]|$)/.exec(target) ?? [];
  return name === 'v1' || name === 'v2' ? name : undefined;
}
