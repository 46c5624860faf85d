import { createHmac } from 'node:crypto';
import type { SignatureForm } from '../../mapping/profile/eventForm';
import { postJson } from './postNotice';

/** Returns the header that signs a body with a secret, its name in lower case. */
export function signatureOf(
  { header, form }: SignatureForm,
  secret: string,
  body: string | Uint8Array,
): readonly [name: string, value: string] {
  const signed = (encoding: 'hex' | 'base64') => createHmac('sha256', secret).update(body).digest(encoding);
  const value = form.replace('{hex}', () => signed('hex')).replace('{base64}', () => signed('base64'));
  return [header.toLowerCase(), value];
}

/** Old program that receives events. */
interface EventReceiver {
  readonly receiver: string;
  /** Undefined if its events are not signed. */
  readonly receiverSecret: string | undefined;
  readonly signature: SignatureForm | undefined;
}

/**
 * Posts events in v1's form, signed as v1 did, with their id to detect repeats; resolves to false if the receiver
 * refuses an event, and rejects if it does not work.
 */
export const postToReceiver =
  ({ receiver, receiverSecret, signature }: EventReceiver) =>
  (id: string, body: string): Promise<boolean> => {
    const signed =
      signature === undefined || receiverSecret === undefined
        ? []
        : [signatureOf(signature, receiverSecret, body)];
    const headers = { 'x-lifeboat-event': encodeURIComponent(id.toWellFormed()) };
    return postJson(receiver, { body, headers: { ...headers, ...Object.fromEntries(signed) } });
  };
