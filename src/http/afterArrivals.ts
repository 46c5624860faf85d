import { atEndOfRound } from './atEndOfRound';

/**
 * Runs `action` when whatever has reached this process by now is read. The first step ends the current round of the
 * event loop, the second comes after the next one has polled every socket.
 */
export function afterArrivals(action: () => void): void {
  atEndOfRound(() => atEndOfRound(action));
}
