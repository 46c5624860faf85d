import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a presented secret with the real one in a time that says nothing about either. */
export function isSameSecret(presented: string | undefined, secret: string | undefined): boolean {
  if (presented === undefined || secret === undefined) return false;
  return timingSafeEqual(digest(presented), digest(secret));
}
