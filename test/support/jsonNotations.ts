import fc from 'fast-check';

/** The shortest notations of JSON: as it is, like PHP, and with every character escaped. */
export const notations: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json.replaceAll('/', String.raw`\/`),
  (json) =>
    json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
];

/** With a space behind commas and colons, like Python. */
export const spaced = (json: string): string =>
  JSON.stringify(JSON.parse(json), undefined, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '');

/** One of the notations in which programs write. */
export const notation = fc.constantFrom(...notations, spaced);

/** Pieces that break a JSON text, or change what it says. */
const pieces = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '-', '0', 'e', '.', '\0', '\n', '\t', 'u'],
  'null',
  '1e5',
  '\\"',
  '"\\x"',
  '\\u00e9',
  '12345678901234567',
  '"id":1,',
  '"__proto__":{},',
  '00',
  '\u00e9',
  '  ',
];

/** The bytes with some of them cut out and a piece in their place. */
export const brokenBytes = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.nat(bytes.length), fc.nat(3), fc.constantFrom('', ...pieces))
    .map(([at, cut, piece]) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(at + cut)]),
    );
