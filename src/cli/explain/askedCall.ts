/** A request as someone wrote it down, before it is sent or translated. */
export interface AskedCall {
  readonly method: string;
  /** Path and query as written; origin and fragment are left out. */
  readonly path: string;
  /** The headers that decide how it is answered. */
  readonly headers: AskedHeaders;
  /** The body itself, or the file that holds it. */
  readonly body: BodySource | undefined;
}

export interface AskedHeaders {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
}

export type BodySource =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file'; readonly file: string };

/** The path of an address, exactly as written: what a program sends is not what a URL parser makes of it. */
export const pathOf = (address: string): string => {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
};
