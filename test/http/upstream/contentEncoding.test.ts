import { deflateSync, gzipSync } from 'node:zlib';
import { unpack } from '../../../src/http/upstream/followedCall';

const MEGABYTE = 1024 * 1024;

describe('unpack', () => {
  it('unpacks as many bytes as allowed, and not one more', async () => {
    const body = gzipSync(Buffer.alloc(1000, 'a'));
    expect(await unpack(body, 'gzip', 1000)).toEqual({ ok: true, value: Buffer.alloc(1000, 'a') });
    expect(await unpack(body, 'gzip', 999)).toEqual({ ok: false, failure: 'tooLarge' });
  });

  it('uses no more memory than the cap, for any decompression bomb', async () => {
    // 4 GiB, more than a Buffer of Node 20 can hold.
    const member = gzipSync(Buffer.alloc(MEGABYTE));
    const bomb = Buffer.concat(Array.from({ length: 4096 }, () => member));
    const countBefore = process.resourceUsage().maxRSS;
    for (let round = 0; round < 20; round += 1) {
      expect(await unpack(bomb, 'gzip', 4 * MEGABYTE)).toEqual({ ok: false, failure: 'tooLarge' });
    }
    expect(process.resourceUsage().maxRSS - countBefore).toBeLessThan(256 * 1024); // KiB
  });

  it('leaves an empty body empty, as it arrives with a 204 or 304', async () => {
    expect(await unpack(Buffer.alloc(0), 'gzip', 1)).toEqual({ ok: true, value: Buffer.alloc(0) });
  });

  it('never takes a truncated body for a complete one', async () => {
    const text = JSON.stringify({ data: { id: 1, title: 'some offer' } });
    for (const [coding, packed] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
    ] as const) {
      for (let bytes = 1; bytes < packed.length; bytes += 1) {
        const unpacked = await unpack(packed.subarray(0, bytes), coding, MEGABYTE);
        expect([coding, bytes, unpacked]).toEqual([coding, bytes, { ok: false, failure: 'encoded' }]);
      }
    }
  });
});
