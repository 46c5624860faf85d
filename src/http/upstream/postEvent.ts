import { createHmac } from 'node:crypto';
import type { SignatureForm } from '../../mapping/profile/eventForm';
import { postJson } from './postNotice';

/** Signs a body with a secret: returns the value of the header. */
export function signatureOf({ form }: SignatureForm, secret: string, body: string | Uint8Array): string {
  const signBody = (encoding: 'hex' | 'base64') => createHmac('sha256', secret).update(body).digest(encoding);
  return form.replace('{hex}', () => signBody('hex')).replace('{base64}', () => signBody('base64'));
}

/** Old program that receives events. */
interface EventReceiver extends Readonly<Record<'receiver' | 'receiverSecret', string>> {
  readonly signature: SignatureForm;
}

/**
 * Creates the function that posts events in v1's form, signed as v1 did, with their id to detect repeats. It resolves
 * to false if the receiver refuses an event, and rejects if it does not work.
 */
export const createReceiverPost =
  ({ receiver, receiverSecret, signature }: EventReceiver) =>
  (id: string, body: string): Promise<boolean> => {
    const headers = {
      'x-lifeboat-event': encodeURIComponent(id.toWellFormed()),
      [signature.header]: signatureOf(signature, receiverSecret, body),
    };
    return postJson(receiver, { body, headers });
  };
