import type { Json } from '../contract/json';

/** One way that a contract lets a value be; undefined is a member that is absent. */
export type Branch = Json | undefined;

/** What values are wanted, beside all the ways that the contract allows. */
export interface Wanted {
  /** Texts of answers begin small and those of requests capital: so a codec that changes that is noticed. */
  readonly side: 'answer' | 'request';
  /** A number that no other value is made of. */
  readonly next: () => number;
  /** Values that the rules at a path tell apart, made of a number. */
  readonly extra: (path: string, number: number) => readonly Json[];
  /** Names of the members that rules read inside a free-form object. */
  readonly inside: (path: string) => readonly string[];
}
