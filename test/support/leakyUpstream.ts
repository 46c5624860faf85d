import { isJsonObject, type JsonObject } from '../../src/contract/json.js';
import { readScene } from './rehearsedUpstream.ts';
import { reply, type ScriptedUpstream, startUpstream } from './upstream.ts';

/** Makes a secret for a place, the same one for the same place. */
export type Canary = (location: string) => string;

/** An upstream that puts secrets wherever it can: offers, unknown members, messages, headers, reason phrases, names. */
export async function startLeakyUpstream(canary: Canary, login: string): Promise<ScriptedUpstream> {
  const { data } = JSON.parse(readScene.good) as { readonly data: JsonObject };
  const ownObject = isJsonObject(data['credentials']) ? data['credentials'] : {};
  const offer: JsonObject = {
    ...data,
    id: 5,
    status: 'listed',
    title: canary('title'),
    description: canary('description'),
    delivery_instructions: canary('delivery-instructions'),
    dump: canary('dump'),
    private_note: canary('private-note'),
    parameters: { answer: canary('security-answer'), [canary('parameter-name')]: canary('parameter') },
    credentials: {
      ...ownObject,
      login,
      password: canary('password'),
      email_login: canary('email-login'),
      email_password: canary('email-password'),
      recovery_code: canary('recovery-code'),
    },
    webhook: { secret: canary('webhook-secret') },
  };
  const refusal = JSON.stringify({
    message: canary('message'),
    errors: { price: [canary('error-text')], [canary('error-name')]: [canary('other-error-text')] },
    request_id: canary('upstream-request-id'),
    exception: canary('exception'),
  });
  const leaking = { 'x-debug': canary('answer-header'), 'set-cookie': `session=${canary('set-cookie')}` };
  const listed = { data: [offer], meta: { current_page: 1, last_page: 1, per_page: 50, total: 1 } };
  const broken = { ...offer, price: { secret: canary('unfit-price') } };
  const answers: Readonly<Record<string, () => string>> = {
    '/v2/account-offers': () => reply(200, JSON.stringify(listed), leaking),
    '/v2/account-offers/5': () => reply(200, JSON.stringify({ data: offer }), leaking),
    '/v2/account-offers/6': () => reply(200, JSON.stringify({ data: { ...broken, id: 6 } }), leaking),
    '/v2/account-offers/7': () => reply(500, refusal, leaking).replace('Scripted', canary('reason-phrase')),
    '/v2/account-offers/8': () => reply(403, refusal, leaking),
    '/v2/account-offers/9': () => reply(200, `{"data":"${canary('cut-body')}`, leaking),
    '/v2/currency-offers/1': () => reply(422, refusal, leaking),
  };
  return startUpstream({
    request: ({ method, path }, socket) => {
      const answer = answers[path.replace(/\?.*/, '')];
      // What nothing is known of is a write that nobody knows the end of.
      if (answer === undefined && method !== 'GET') socket.destroy();
      else socket.write(answer?.() ?? reply(404, refusal, leaking));
    },
  });
}
