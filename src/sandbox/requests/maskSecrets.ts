import { isJsonObject, type Json } from '../../contract/json';

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'login',
  'password',
  'email_login',
  'email_password',
  'credentials',
  'secret',
]);

const MASK = '***';

/** A copy in which every login, password and credential reads `***`. */
export function maskSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAMES.has(name) && member !== null ? MASK : maskSecrets(member ?? null),
    ]),
  );
}
