/** Returns a path below another one. The root is the empty text. */
export const joinPath = (base: string, path: string): string =>
  base === '' || path === '' ? base + path : `${base}.${path}`;

/** Lists the names on a dotted path. The empty path has none. */
export const pathNames = (path: string): readonly string[] => (path === '' ? [] : path.split('.'));

/** Splits a name in any spelling into its words in small letters. */
export const nameWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Returns the name with a capital first letter. */
export const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Ways to write an instant. */
export const notations = [
  'unix',
  'unixMilliseconds',
  'iso',
  'isoMilliseconds',
  'isoMicroseconds',
  'rfc2822',
  'sql',
] as const;

export type Notation = (typeof notations)[number];

/** One value of a contract as plain data; guards, validation, checks and generators work on it. */
export type Field = FieldShape & {
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly secret: boolean;
  /** Set for texts that the API itself issues, so no person wrote them. */
  readonly issued?: true;
  /** Set if nothing may ever replace a missing value. */
  readonly needed?: true;
  /** A second name under which the live service sends this member. */
  readonly alsoNamed?: string;
  /** Name of the flag in the same object that, when true, makes this field required. */
  readonly requiredWhen?: string;
};

/** Returns the words that a text is known to have; undefined where none are declared. */
export const knownWords = (field: Field | undefined): readonly string[] | undefined =>
  field?.kind === 'text' ? field.known : undefined;

export type FieldShape =
  | {
      readonly kind: 'text';
      readonly minimumLength?: number;
      readonly maximumLength?: number;
      readonly known?: readonly string[];
      /** True if only the known values are accepted: an enumeration, or a mapping that says so. */
      readonly closed?: true;
      /** Format that the text must have. */
      readonly format?: 'url';
    }
  | {
      readonly kind: 'integer';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly asText: boolean;
    }
  | {
      readonly kind: 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly decimals?: number;
      readonly asText: boolean;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'date' }
  | { readonly kind: 'instant'; readonly notation: Notation }
  | { readonly kind: 'money'; readonly currency: 'EUR' | 'USD'; readonly decimals: number }
  | { readonly kind: 'freeObject'; readonly list: boolean }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Field> }
  | {
      readonly kind: 'list';
      readonly element: Field;
      readonly minimumItems?: number;
      readonly maximumItems?: number;
      /** Set for a map: the keys of its elements are data, not names. */
      readonly keyed?: true;
    };
