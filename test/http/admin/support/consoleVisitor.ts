import { ask } from '../../../support/talk.ts';

/** A person with a browser of his own at the console; `settle` lets the gateway end what a form began. */
export function consoleVisitor(origin: string, settle: () => Promise<void> = () => Promise.resolve()) {
  let cookie = '';
  const headers = () => ({ Host: new URL(origin).host, Cookie: cookie });
  const get = (path: string, more: Readonly<Record<string, string>> = {}) =>
    ask(origin, { path, headers: { ...headers(), ...more } });
  /** Posts a form as a browser does on a page of the console. */
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ) =>
    ask(origin, {
      method: 'POST',
      path: `/console/${path}`,
      headers: {
        ...headers(),
        Origin: origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        ...more,
      },
      body: new URLSearchParams(fields).toString(),
    });
  /** Keeps the cookie of an answer as a browser does. */
  const keep = <Answer extends { readonly headers: Readonly<Record<string, string | undefined>> }>(
    answer: Answer,
  ): Answer => {
    cookie = /^[^;]+/.exec(answer.headers['set-cookie'] ?? '')?.[0] ?? cookie;
    return answer;
  };
  /** Reads the proof that the forms of a page hold; empty where there is none. */
  const proof = async (path = '/'): Promise<string> =>
    /name="proof" value="([^"]+)"/.exec(keep(await get(path)).body)?.[1] ?? '';
  return {
    get,
    post,
    proof,
    page: async (path: string): Promise<string> => (await get(path)).body,
    cookie: () => cookie,
    signIn: async (token: string, path = '/') => keep(await post('sign-in', { token, return: path })),
    /** Submits a form of a page; returns the page that follows. */
    submit: async (
      path: string,
      action: string,
      fields: Readonly<Record<string, string>>,
    ): Promise<string> => {
      await post(`act/${action}`, { proof: await proof(path), return: path, ...fields });
      await settle();
      return (await get(path)).body;
    },
  };
}
