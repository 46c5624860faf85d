import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals texts with a secret, because an event may show what no store may: logins and passwords. */
export function createSeal(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'lifeboat events', KEY_BYTES));
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
    },
    /** Returns undefined for a text that was sealed with another secret. */
    open: (sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64');
      const begin = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, begin));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
