/** A page of the admin port, as it goes out. */
export interface AdminPage {
  /** Media type, with the charset where it is a text. */
  readonly type: string;
  readonly body: string;
}

/** A value as a page of JSON. */
export const jsonPage = (value: unknown): AdminPage => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
