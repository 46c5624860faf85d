/** What an operation answers; the edge adds headers and prints the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });
