import { createHmac } from 'node:crypto';

/** Where the answer to a lookup is kept. */
export interface Place {
  readonly partition: string;
  readonly key: string;
}

/** Names that tell nothing about the texts they stand for. */
export interface IndexNames {
  /** One partition for each index and caller: HMAC of the caller's key. */
  readonly partition: (index: string, callerKey: string) => string;
  /** HMAC of a login, keyed by its partition: the same login looks different in another. */
  readonly key: (partition: string, login: string) => string;
}

/** Names under a secret of the gateway's own; without it a stored index cannot be searched for known logins. */
export function createIndexNames(secret: string | Buffer): IndexNames {
  return {
    partition: (index, callerKey) =>
      createHmac('sha256', secret).update(index).update('\0').update(callerKey).digest('base64url'),
    key: (partition, login) => createHmac('sha256', partition).update(login).digest('base64url'),
  };
}
