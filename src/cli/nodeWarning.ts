const OLDEST = [20, 19] as const;
const OLDEST_MAINTAINED = 22;

/** What is wrong with running on a Node version such as `v20.20.2`; undefined for a maintained long-term release. */
export function nodeWarning(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const advice = 'use Node 22 or 24';
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `Node ${version} is too old for Lifeboat (it needs ${OLDEST.join('.')} or later): ${advice}`;
  }
  if (major < OLDEST_MAINTAINED) return `Node ${version} gets no security fixes any more: ${advice}`;
  if (major % 2 === 1) return `Node ${version} is not a long-term release: ${advice}`;
  return undefined;
}
