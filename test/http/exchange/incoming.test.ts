import { makeRequestId } from '../../../src/http/exchange/incoming';

it('makes random UUIDs of version 4, none twice', () => {
  const ids = Array.from({ length: 2_000 }, makeRequestId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  const found = Array.from({ length: 36 }, (_, at) =>
    [...new Set(ids.map((id) => id[at]))].toSorted().join(''),
  );
  const any = '0123456789abcdef';
  const expected = ids[0]?.split('').map((digit): string => (digit === '-' ? '-' : any)) ?? [];
  [expected[14], expected[19]] = ['4', '89ab'];
  expect(found).toEqual(expected);
});
