import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { memberPath, stepsOf, valueIn, withoutValue, putAt } from './places';

/** Phrase of each status of a refusal (RFC 9110 15): a title, and a word for machines. */
const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Paths of the parts of an error; an empty path is not written. */
const places = {
  message: memberPath,
  /** Path of a word for machines. */
  code: memberPath,
  status: memberPath,
  title: memberPath,
  /** Path of the invalid fields: their texts by name, or a list whose form `each` gives. */
  fields: memberPath,
};

type Places = Readonly<Record<keyof typeof places, string>>;

/** Names of the two parts of an invalid field in a list. */
type EachField = { readonly name: string; readonly text: string } | undefined;

const nowhere: Places = { message: '', code: '', status: '', title: '', fields: '' };

/** The common styles: Laravel's, problem details (RFC 9457), and a coded error inside a separate object. */
const styles: Readonly<Record<'laravel' | 'problem' | 'coded', Places & { type: string; each?: EachField }>> =
  {
    laravel: { ...nowhere, type: 'application/json', message: 'message', fields: 'errors' },
    problem: {
      type: 'application/problem+json',
      message: 'detail',
      fields: 'errors',
      code: '',
      status: 'status',
      title: 'title',
      each: { name: 'pointer', text: 'detail' },
    },
    coded: {
      ...nowhere,
      type: 'application/json',
      message: 'error.message',
      fields: 'error.fields',
      code: 'error.code',
    },
  };

const styleName = z.enum(['laravel', 'problem', 'coded'], { error: 'is laravel, problem or coded' });
const byStatus = z
  .record(z.string(), z.string().min(1))
  .refine((texts) => Object.keys(texts).every((status) => /^[45]\d\d$/.test(status)), {
    error: 'goes by a status such as 404',
  })
  .default({});

/**
 * Form in which an API writes an error: a style by its name, or one with other paths, texts and words. Where the
 * place of the message is named without a style, a part whose place is not named is not written.
 */
export const errorStyleEntry = z.union([
  styleName,
  z.strictObject({
    style: styleName.optional(),
    ...z.strictObject(places).partial().shape,
    each: z.strictObject({ name: z.string().min(1), text: z.string().min(1) }).optional(),
    /** Status of a request with invalid data. */
    invalid: z.int().min(400).max(499).default(422),
    /** Texts by status, which replace the gateway's own. */
    texts: byStatus,
    codes: byStatus,
  }),
]);

type ErrorStyleEntry = z.output<typeof errorStyleEntry>;
type OwnStyle = Exclude<ErrorStyleEntry, string>;

/** An error as text. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: Json;
}

/**
 * Form in which an API writes an error. Inside the gateway it is `message`, and `errors` by field with 422 for invalid
 * data.
 */
export interface ErrorStyle {
  readonly type: string;
  /** Texts by status, which replace the gateway's own. */
  readonly texts: Readonly<Record<string, string>>;
  readonly hear: (answer: ErrorAnswer) => ErrorAnswer;
  readonly speak: (answer: ErrorAnswer) => ErrorAnswer;
}

const INVALID = 422;

/** Renders a field's name as a JSON pointer (RFC 6901) in a fragment, `#/lines/0/label` for `lines.0.label`. */
const pointerOf = (name: string): string => `#/${name.replaceAll('.', '/')}`;
const nameOf = (pointer: string): string => pointer.replace(/^#?\//, '').replaceAll('/', '.');

/** Reads the invalid fields with their texts, from a list or from an object by name. */
function heardFields(
  fields: Json | undefined,
  each = { name: 'field', text: 'message' },
): JsonObject | undefined {
  if (!Array.isArray(fields)) return isJsonObject(fields) ? fields : undefined;
  const errors = new Map<string, string[]>();
  for (const entry of fields) {
    const [name, text] = [valueIn(entry, each.name), valueIn(entry, each.text)];
    if (typeof name !== 'string' || typeof text !== 'string') continue;
    const field = nameOf(name);
    errors.set(field, [...(errors.get(field) ?? []), text]);
  }
  return Object.fromEntries(errors);
}

function spokenFields(errors: JsonObject, each: EachField): Json {
  if (each === undefined) return errors;
  const { name, text } = each;
  const written = (field: string): string => (name === 'pointer' ? pointerOf(field) : field);
  return Object.entries(errors).flatMap(([field, texts]) =>
    (Array.isArray(texts) ? texts : [texts ?? null]).map((statedValue) => ({
      [text]: statedValue,
      [name]: written(field),
    })),
  );
}

/** True for the style that is used inside the gateway. */
const isInside = ({ style = 'laravel', invalid, codes, texts, ...ownEntry }: OwnStyle): boolean =>
  style === 'laravel' && invalid === INVALID && Object.keys({ ...ownEntry, ...codes, ...texts }).length === 0;

/** Makes the style of an API; undefined if it is the style used inside the gateway. */
export function errorStyleOf(entry: ErrorStyleEntry): ErrorStyle | undefined {
  const ownStyle: OwnStyle =
    typeof entry === 'string' ? { style: entry, invalid: INVALID, codes: {}, texts: {} } : entry;
  if (isInside(ownStyle)) return undefined;
  const { style = 'laravel', invalid, codes, texts } = ownStyle;
  const { type, each: usual } = styles[style];
  const { each = usual } = ownStyle;
  const usualPlaces =
    ownStyle.style === undefined && ownStyle.message !== undefined ? nowhere : styles[style];
  const at = (name: keyof typeof places): string => ownStyle[name] ?? usualPlaces[name];
  const [message, fields, title, code] = [at('message'), at('fields'), at('title'), at('code')];
  const statusPlace = at('status');
  const takenEntries = [message, fields, statusPlace, title].filter((path) => path !== '').map(stepsOf);
  return {
    type,
    texts,
    hear: ({ status, body }) => {
      if (!isJsonObject(body)) return { status, body };
      const text = [message, title]
        .map((path) => valueIn(body, path))
        .find((value) => typeof value === 'string');
      const errors = fields === '' ? undefined : heardFields(valueIn(body, fields), each);
      const remainingObject = takenEntries.reduce(withoutValue, body);
      const isInvalid = status === invalid && errors !== undefined;
      const heard = { ...(text === undefined ? {} : { message: text }), ...(errors && { errors }) };
      return { status: isInvalid ? INVALID : status, body: { ...remainingObject, ...heard } };
    },
    speak: ({ status, body }) => {
      if (!isJsonObject(body)) return { status, body };
      const { message: text, errors, ...remainingEntry } = body;
      const shownCount = status === INVALID ? invalid : status;
      const phrase = PHRASES[shownCount] ?? PHRASES[status] ?? '';
      const word = codes[shownCount] ?? phrase.toLowerCase().replaceAll(' ', '_');
      const members: readonly (readonly [string, Json | undefined])[] = [
        [title, phrase],
        [statusPlace, shownCount],
        [code, word],
        [message, text],
        [fields, isJsonObject(errors) ? spokenFields(errors, each) : undefined],
      ];
      const written = members.reduce<JsonObject>(
        (wholeObject, [path, value]) =>
          path === '' || value === undefined ? wholeObject : putAt(wholeObject, stepsOf(path), value),
        {},
      );
      return { status: shownCount, body: { ...written, ...remainingEntry } };
    },
  };
}
