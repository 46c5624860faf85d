/** A path below another one; the root is the empty text. */
export const joinPath = (base: string, path: string): string => (base === '' ? path : `${base}.${path}`);

/** One value of a contract, as plain data: what guards, validation, checks and generators work on. */
export type Field = FieldShape & {
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly secret: boolean;
  /** Set where nothing may ever stand in its place. */
  readonly needed?: true;
  /** A second name under which the live service sends this member. */
  readonly alsoNamed?: string;
  /** The flag beside it that, when true, makes it required. */
  readonly requiredWhen?: string;
};

export type FieldShape =
  | {
      readonly kind: 'text';
      readonly minimumLength?: number;
      readonly maximumLength?: number;
      readonly known?: readonly string[];
      /** True where no other value is taken than the known ones: an enumeration, or a mapping that says so. */
      readonly closed?: true;
      /** What the text must be, beyond text. */
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
  | { readonly kind: 'money'; readonly currency: 'EUR' | 'USD'; readonly decimals: number }
  | { readonly kind: 'freeObject'; readonly list: boolean }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Field> }
  | { readonly kind: 'list'; readonly element: Field };
