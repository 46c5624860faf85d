/** What a name or word looks like that somebody wrote into a program; data seldom does. */
const identifier = /^[a-z][a-z0-9_-]{0,39}$/i;

/** Stands for a name that is not told. */
const UNTOLD = '*';

/**
 * Decides which names of an upstream are repeated: at most `maximum` different ones that look like a programmer's own.
 * An object that is keyed by data (a login, an id) brings many, and must not show them.
 */
export function createToldNames(maximum: number): (name: string) => string {
  const told = new Set<string>();
  return (name) => {
    if (told.has(name)) return name;
    if (told.size >= maximum || !identifier.test(name)) return UNTOLD;
    told.add(name);
    return name;
  };
}
