import type { Result } from '../contract/result';

/** Roles of the people at the admin port; each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;

export type OperatorRole = (typeof ROLES)[number];

/** True if a role may do what another is needed for. */
export const isAllowed = (role: OperatorRole, needed: OperatorRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Somebody whose name is proven: by a token, or by a trusted proxy. */
export interface Visitor {
  readonly name: string;
  readonly role: OperatorRole;
  /** Identifies the proof: it is over when the proof is. */
  readonly proof: string;
}

/** A token as it is listed: nothing of it can be used. */
export interface ListedToken {
  readonly name: string;
  readonly role: OperatorRole;
  /** True for the one token of the settings, which cannot be removed here. */
  readonly isSetting: boolean;
}

/** Tokens of the admin port. */
export interface AccessTokens {
  readonly list: () => readonly ListedToken[];
  /** Finds whose token was shown, in a time that says nothing about any. */
  readonly find: (presented: string) => Visitor | undefined;
  /** True while the token of a visitor is among them, with the same role. */
  readonly stands: (visitor: Visitor) => boolean;
  /** Adds a token and returns it, which nobody can do later; or the reason why not. */
  readonly add: (name: string, role: OperatorRole) => Result<string, string>;
  readonly remove: (name: string) => Result<string, string>;
}
