import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../../../src/contract/json.js';
import type { LedgerAttribute } from '../../../src/mapping/compile/ledger.js';
import { shipped } from '../../support/shipped.ts';

/** Attributes by resource type that the ledger does not call exact or converted. */
const lossy = new Map(
  shipped().resources.map(({ envelope, ledger }) => [
    envelope.type,
    new Map(ledger.attributes.filter(isLossy).map((line) => [line.attribute, line])),
  ]),
);

function isLossy(line: LedgerAttribute): boolean {
  return line.class === 'guessed' || line.class === 'synthesized';
}

/** A guess may differ from v1's own value; a stand-in may where it does stand in; nothing else may. */
function isExcused(type: string, name: string, value: Json | undefined): boolean {
  const line = lossy.get(type)?.get(name);
  return line?.class === 'guessed' || (line?.class === 'synthesized' && line.default === value);
}

const typeOf = (value: Json | undefined): string | undefined =>
  isJsonObject(value) && isJsonObject(value['attributes']) && typeof value['type'] === 'string'
    ? value['type']
    : undefined;

const both = (oneObject: object, otherObject: object): readonly string[] => [
  ...new Set([...Object.keys(oneObject), ...Object.keys(otherObject)]),
];

/** Paths at which a gateway's answer differs from v1's own without the ledger's excuse; envelopes may stand anywhere. */
export function differences(translated: Json | undefined, native: Json | undefined, path = ''): string[] {
  if (isDeepStrictEqual(translated, native)) return [];
  if (Array.isArray(translated) && Array.isArray(native) && translated.length === native.length) {
    return translated.flatMap((item, index) => differences(item, native[index], `${path}[${index}]`));
  }
  if (!isJsonObject(translated) || !isJsonObject(native)) return [path];
  const type = typeOf(translated);
  return both(translated, native).flatMap((name) => {
    const at = `${path}.${name}`;
    if (type !== undefined && name === 'attributes') {
      return attributeDifferences(type, translated[name], native[name], at);
    }
    return differences(translated[name], native[name], at);
  });
}

function attributeDifferences(
  type: string,
  ownValue: Json | undefined,
  nextValue: Json | undefined,
  path: string,
): string[] {
  if (!isJsonObject(ownValue) || !isJsonObject(nextValue)) return [path];
  return both(ownValue, nextValue)
    .filter(
      (name) => !isDeepStrictEqual(ownValue[name], nextValue[name]) && !isExcused(type, name, ownValue[name]),
    )
    .map((name) => `${path}.${name}`);
}
