import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/config';
import type { Tls } from '../http/openServer';
import { failure, type Result, success } from '../translation/result';
import { reasonOf } from './reasonOf';

/** Reads certificate and key as PEM texts that belong together; undefined when TLS is off. */
export function readTls(tls: Config['listen']['tls']): Result<Tls | undefined, string> {
  if (tls.kind === 'off') return success(undefined);
  try {
    const texts = { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
    createSecureContext(texts);
    return success(texts);
  } catch (error) {
    return failure(`listen.tls (${tls.cert}, ${tls.key}) cannot be used: ${reasonOf(error)}`);
  }
}
