/** Where something listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** The origin of an address; an IPv6 host goes into brackets (RFC 3986 3.2.2). */
export function originOf({ host, port, secure }: Address): string {
  return `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
