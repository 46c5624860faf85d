/** Node versions that the program and its packages run on; `engines` in package.json says the same. */
export const SUPPORTED_NODE = '22.19, 24, or 26 and later';

/**
 * True for a version such as `24.1.0` that the program runs on; 23 and 25 lack functions that it or its packages need.
 */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 22 && minor >= 19) || major === 24 || major >= 26;
}

/** Returns a warning about a supported Node such as `v27.1.0`. Returns undefined for a long-term release. */
export function nodeWarning(version: string): string | undefined {
  const major = Number.parseInt(version.replace('v', ''), 10);
  return major % 2 === 1 ? `Node ${version} is not a long-term release: use Node 24` : undefined;
}
