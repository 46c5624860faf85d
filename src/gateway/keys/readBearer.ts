/** One word of printable ASCII. RFC 6750 allows less, but keys with a `|` are in use. */
const bearer = /^Bearer +([\x21-\x7e]+)$/i;

/** The key in an `Authorization: Bearer` header (spec 5.1). */
export const readBearer = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];
