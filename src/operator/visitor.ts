import { z } from 'zod';
import type { Result } from '../contract/result';

/** Roles at the admin port, in order: each may do all that the roles before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;

export type OperatorRole = (typeof ROLES)[number];

/** True if a role includes the rights of the needed role. */
export const isAllowed = (role: OperatorRole, needed: OperatorRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** A visitor whose name is proven by a token or by a trusted proxy. */
export interface Visitor {
  readonly name: string;
  readonly role: OperatorRole;
  /** Identifies the proof: the visit ends when the proof ends. */
  readonly proof: string;
}

/** Schema of a token in a list: nothing in it can be used as a key. */
export const listedToken = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  isSetting: z.boolean().describe('true for the one token of the settings, which cannot be removed here'),
});

/** Tokens of the admin port. */
export interface AccessTokens {
  readonly list: () => readonly Readonly<z.output<typeof listedToken>>[];
  /** Finds the visitor whose token was presented. The time it takes says nothing about any token. */
  readonly find: (presented: string) => Visitor | undefined;
  /** True while the visitor's token exists and has the same role. */
  readonly stands: (visitor: Visitor) => boolean;
  /** Adds a token and returns its text, which is never shown again; or returns the reason why not. */
  readonly add: (name: string, role: OperatorRole) => Result<string, string>;
  readonly remove: (name: string) => Result<string, string>;
}
