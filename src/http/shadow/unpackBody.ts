import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { failure, type Result, success } from '../../translation/result';

const unpackers = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** The text of a copied body, unpacked up to `most` bytes; Brotli is not unpacked: its decoder is vulnerable on Node 20. */
export async function unpackBody(
  body: Buffer,
  coding: string | undefined,
  most: number,
): Promise<Result<string, 'too_large' | 'not_json'>> {
  if (coding === undefined || coding === 'identity' || body.length === 0) return success(body.toString());
  const unpack = unpackers.get(coding.toLowerCase());
  if (unpack === undefined) return failure('not_json');
  try {
    return success((await unpack(body, { maxOutputLength: most })).toString());
  } catch (error) {
    return failure(isTooLarge(error) ? 'too_large' : 'not_json');
  }
}
