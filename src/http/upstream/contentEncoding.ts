import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { failure, type Result, success } from '../../contract/result';

const ungzip = promisify(gunzip);
const unzlib = promisify(inflate);
const undeflate = promisify(inflateRaw);

/** True for the two-byte header of zlib (RFC 1950 2.2). */
const isZlib = (body: Buffer): boolean =>
  body.length > 1 && (body.readUInt8() & 0x0f) === 8 && body.readUInt16BE() % 31 === 0;

type Unpacker = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Content codings of answers (RFC 9110 8.4.1), for upstreams that use one without being asked. */
const unpackers = new Map<string, Unpacker>([
  ['', (body) => Promise.resolve(body)],
  ['identity', (body) => Promise.resolve(body)],
  ['gzip', ungzip],
  ['x-gzip', ungzip],
  // Some servers leave out the zlib format around it (RFC 9110 8.4.1.2).
  ['deflate', (body, options) => (isZlib(body) ? unzlib : undeflate)(body, options)],
]);

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

const unpackerOf = (coding: string): Unpacker | undefined => unpackers.get(coding.trim().toLowerCase());

/** True for a content coding that can be unpacked. */
export const isUnpackable = (coding: string): boolean => unpackerOf(coding) !== undefined;

/** Removes the content coding of a body, and never unpacks more bytes than the cap. */
export async function unpack(
  body: Buffer,
  coding: string,
  most: number,
): Promise<Result<Buffer, 'tooLarge' | 'encoded'>> {
  const unpacker = unpackerOf(coding);
  if (unpacker === undefined) return failure('encoded');
  if (body.length === 0) return success(body);
  try {
    return success(await unpacker(body, { maxOutputLength: most }));
  } catch (error) {
    return failure(isTooLarge(error) ? 'tooLarge' : 'encoded');
  }
}
