import { clockText } from './clockText';

/** When so many more requests will have come, at the rate of so far; says so when none has come yet. */
export function untilEnough(more: number, soFar: number, since: number, now: number): string {
  if (soFar === 0 || now <= since) return 'none has come yet';
  return `about ${clockText(now + (more * (now - since)) / soFar, now)} at the current rate`;
}
