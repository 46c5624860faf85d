import { joinPath } from '../contract/joinPath';
import { isJsonObject, type Json } from '../contract/json';
import { readJson } from '../translation/readJson';
import { writeJson } from '../translation/writeJson';
import type { Privacy } from './createPrivacy';

type Secrets = Map<string, string>;

/** Adds the secrets inside of a value by their places, such as `data.[0].password`; of the path no element has a number. */
function collect(value: Json, place: string, path: string, privacy: Privacy, secrets: Secrets): void {
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      collect(element, joinPath(place, `[${index}]`), joinPath(path, '[]'), privacy, secrets);
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (member !== undefined)
        collect(member, joinPath(place, name), joinPath(path, name), privacy, secrets);
    }
  } else if (privacy.isSecret(path)) secrets.set(place, writeJson(value));
}

function secretsIn(body: string, privacy: Privacy): Secrets {
  const secrets: Secrets = new Map();
  const read = readJson(body, 'drop');
  if (read.ok) collect(read.value, '', '', privacy, secrets);
  return secrets;
}

/** The places at which two bodies hold different secrets, or only one of them holds one. */
export function differingSecrets(v1: string, v2: string, privacy: Privacy): readonly string[] {
  const [one, other] = [secretsIn(v1, privacy), secretsIn(v2, privacy)];
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (place) => one.get(place) !== other.get(place),
  );
}
