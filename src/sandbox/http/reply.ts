/** What an operation answers; the edge adds headers and prints the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });

/** 201 with a body. */
export const created = (body: unknown): Reply => ({ status: 201, body });

/** The same answer with more headers. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
