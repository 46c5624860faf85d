import { rehearsal } from './shippedFixtures.ts';
import type { Call } from './misanswers.ts';
import type { Asked } from './talk.ts';
import { reply, startUpstream, type Script, type ScriptedUpstream } from './upstream.ts';

/** A v1 request, the upstream call that is to go wrong for it, and what the client gets when it does not. */
export interface Scene {
  readonly call: Call;
  readonly request: Asked;
  /** JSON text of the good answer to that call. */
  readonly good: string;
  /** Body of the v1 answer when all goes well. */
  readonly gets: unknown;
  /** Starts an upstream that answers every call before that one well and plays the script then. */
  readonly upstream: (script: Script) => Promise<ScriptedUpstream>;
  /** The script, with the other calls of the request answered well. */
  readonly playing: (script: Script) => Script;
}

const byLogin = rehearsal('getAccountByLogin');
const page = rehearsal('listCurrencyOffers');
const update = rehearsal('updateCurrencyOffer');

const answerOf = ({ upstream }: typeof byLogin, step: number): string =>
  JSON.stringify(upstream[step]?.answers.body);

const request = ({ request: { method, path, body } }: typeof byLogin): Asked => ({
  method,
  path,
  headers: { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

const isList = (path: string): boolean => path.startsWith('/v2/account-offers?');

/** Plays the script to calls of the list, or to the others; these are answered well. */
function only(onList: boolean, script: Script): Script {
  const nextText = answerOf(byLogin, onList ? 1 : 0);
  return {
    ...script,
    head: (seenRequest, socket) => {
      if (isList(seenRequest.path) === onList) script.head?.(seenRequest, socket);
    },
    request: (seenRequest, socket) => {
      if (isList(seenRequest.path) === onList) script.request?.(seenRequest, socket);
      else socket.write(reply(200, nextText));
    },
  };
}

/** Answers the list well on a connection that ends with it, so that the script sees the read from its connection on. */
async function afterList(script: Script): Promise<ScriptedUpstream> {
  const upstream = await startUpstream();
  upstream.play({
    request: (_seen, socket) => {
      upstream.play(only(false, script));
      socket.end(reply(200, answerOf(byLogin, 0), { connection: 'close' }));
    },
  });
  return upstream;
}

export const lookupScene: Scene = {
  call: 'list',
  request: request(byLogin),
  good: answerOf(byLogin, 0),
  gets: byLogin.gets.body,
  upstream: (script) => startUpstream(only(true, script)),
  playing: (script) => only(true, script),
};

export const readScene: Scene = {
  call: 'read',
  request: request(byLogin),
  good: answerOf(byLogin, 1),
  gets: byLogin.gets.body,
  upstream: afterList,
  playing: (script) => only(false, script),
};

export const writeScene: Scene = {
  call: 'write',
  request: request(update),
  good: answerOf(update, 0),
  gets: update.gets.body,
  upstream: (script) => startUpstream(script),
  playing: (script) => script,
};

/** The translated requests of the shipped mappings, by the call that goes wrong. */
export const scenes: readonly Scene[] = [lookupScene, readScene, writeScene];

/** A page of a list, which takes one call. */
export const pageScene: Scene = {
  call: 'page',
  request: request(page),
  good: answerOf(page, 0),
  gets: page.gets.body,
  upstream: (script) => startUpstream(script),
  playing: (script) => script,
};

/** Answers every call of the scenes well. */
export const allWell: Script = {
  request: ({ method, path }, socket) => {
    let scene = readScene;
    if (method === 'PATCH') scene = writeScene;
    else if (isList(path)) scene = lookupScene;
    else if (path.startsWith('/v2/currency-offers?')) scene = pageScene;
    socket.write(reply(200, scene.good));
  },
};
