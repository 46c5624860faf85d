import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Tls } from '../http/openServer';
import { failure, type Result, success } from '../translation/result';
import { reasonOf } from './reasonOf';

/** Reads certificate and key as PEM texts that belong together. */
export function readTls(tls: Readonly<Record<'cert' | 'key', string>>): Result<Tls, string> {
  try {
    const texts = { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
    createSecureContext(texts);
    return success(texts);
  } catch (error) {
    return failure(`listen.tls (${tls.cert}, ${tls.key}) cannot be used: ${reasonOf(error)}`);
  }
}
