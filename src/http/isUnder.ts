/** True when a request target names `prefix` or something below it. */
export function isUnder(prefix: string, target: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target.charAt(prefix.length);
  return next === '' || next === '/' || next === '?';
}
