import { ODD_LOGINS } from './oddLogins';
import type { Random } from './random';

/** Every tenth login is one that was given before: an account sold twice, or listed again after a refund. */
const REPEATED = 10;

/** A source of logins for one seller: a plain one that stays unique, then the odd ones, then plain ones and repetitions. */
export function seedLogins(sellerId: number, random: Random): () => string {
  const plain: string[] = [];
  let count = 0;
  return () => {
    count += 1;
    const odd = ODD_LOGINS[count - 2];
    if (odd !== undefined) return odd;
    const earlier = count % REPEATED === 0 ? plain[random.below(plain.length)] : undefined;
    if (earlier !== undefined) return earlier;
    const login = `player_${sellerId}_${count}`;
    if (count > 1) plain.push(login);
    return login;
  };
}
