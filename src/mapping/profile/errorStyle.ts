import { pathNames } from '../../contract/field';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import { memberPath, valueIn, withoutValue, putAt } from './places';

/** Phrase of each registered status of a refusal (RFC 9110 15, 16.2): a title, and a word for machines. */
const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
};

/** Stands for the id of a request where there is none: in documents, and before one is known (RFC 9562 5.9). */
export const NO_REQUEST_ID = '00000000-0000-0000-0000-000000000000';

/** Paths of the parts of an error; an empty path is not written. */
const partPlaces = {
  message: memberPath,
  /** Path of a word for machines. */
  code: memberPath,
  status: memberPath,
  title: memberPath,
  /** Path of the invalid fields: their texts by name, or a list whose form `each` gives. */
  fields: memberPath,
  /** Path of the id by which the gateway's log has the request. */
  requestId: memberPath,
};

type Paths = Readonly<Record<keyof typeof partPlaces, string>>;

/** Names of the two parts of an invalid field in a list. */
type EachField = { readonly name: string; readonly text: string } | undefined;

const noPlaces: Paths = { message: '', code: '', status: '', title: '', fields: '', requestId: '' };

/** The common styles: Laravel's, problem details (RFC 9457), and a coded error inside a separate object. */
const styles: Readonly<Record<'laravel' | 'problem' | 'coded', Paths & { type: string; each?: EachField }>> =
  {
    laravel: { ...noPlaces, type: 'application/json', message: 'message', fields: 'errors' },
    problem: {
      ...noPlaces,
      type: 'application/problem+json',
      message: 'detail',
      fields: 'errors',
      status: 'status',
      title: 'title',
      each: { name: 'pointer', text: 'detail' },
    },
    coded: {
      ...noPlaces,
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
    ...z.strictObject(partPlaces).partial().shape,
    each: z.strictObject({ name: z.string().min(1), text: z.string().min(1) }).optional(),
    /** Status of a request with invalid data. */
    invalid: z.int().min(400).max(499).default(422),
    /** Texts by status, which replace the gateway's own. */
    texts: byStatus,
    codes: byStatus,
    /** Members of each error that are always the same, such as `success: false`. */
    beside: z.record(z.string(), z.json()).optional(),
  }),
]);

type ErrorStyleEntry = z.output<typeof errorStyleEntry>;
type OwnStyle = Exclude<ErrorStyleEntry, string>;

/** An answer whose body is JSON: of an API within limits, or the gateway's own. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: Json;
  readonly requestId?: string | undefined;
}

/**
 * Form in which an API writes an error. Inside the gateway it is `message`, and `errors` by field with 422 for invalid
 * data.
 */
export interface ErrorStyle {
  readonly type: string;
  /** Texts by status, which replace the gateway's own. */
  readonly texts: Readonly<Record<string, string>>;
  readonly readForm: (answer: JsonAnswer) => JsonAnswer;
  readonly writeForm: (answer: JsonAnswer) => JsonAnswer;
}

const INVALID_STATUS = 422;

/** Renders a field's name as a JSON pointer (RFC 6901) in a fragment, `#/lines/0/label` for `lines.0.label`. */
const pointerOf = (name: string): string => `#/${name.replaceAll('.', '/')}`;
const nameOf = (pointer: string): string => pointer.replace(/^#?\//, '').replaceAll('/', '.');

/** Reads the invalid fields with their texts, from a list or from an object by name. */
function readFields(
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

/** Writes the invalid fields by name, or as a list with one entry for each text. */
function writeFields(errors: JsonObject, each: EachField): Json {
  if (each === undefined) return errors;
  const { name, text } = each;
  const nameOfField = (field: string): string => (name === 'pointer' ? pointerOf(field) : field);
  return Object.entries(errors).flatMap(([field, texts]) =>
    (Array.isArray(texts) ? texts : [texts ?? null]).map((fieldText) => ({
      [text]: fieldText,
      [name]: nameOfField(field),
    })),
  );
}

/** True for the style that is used inside the gateway. */
const isGatewayStyle = ({ style = 'laravel', invalid, codes, texts, ...otherParts }: OwnStyle): boolean =>
  style === 'laravel' &&
  invalid === INVALID_STATUS &&
  Object.keys({ ...otherParts, ...codes, ...texts }).length === 0;

/** The parts of a style, with the usual ones where an API names none. */
function partsOf({ style, each, beside = {}, ...entry }: OwnStyle) {
  const { type, each: usualEach, ...usualPlaces } = styles[style ?? 'laravel'];
  const places = style === undefined && entry.message !== undefined ? noPlaces : usualPlaces;
  return { type, each: each ?? usualEach, beside, ...places, ...definedMembers(entry) };
}

type StyleParts = ReturnType<typeof partsOf>;

/** Compiles the reader of errors. Members that are always the same stay: an API without them has another error. */
function compileReader({ each, invalid, ...places }: StyleParts): ErrorStyle['readForm'] {
  const { message, fields, status: statusPlace, title, requestId } = places;
  const readPaths = [message, fields, statusPlace, title, requestId]
    .filter((path) => path !== '')
    .map(pathNames);
  return ({ status, body }) => {
    if (!isJsonObject(body)) return { status, body };
    const text = [message, title]
      .map((path) => valueIn(body, path))
      .find((value) => typeof value === 'string');
    const errors = fields === '' ? undefined : readFields(valueIn(body, fields), each);
    const otherMembers = readPaths.reduce(withoutValue, body);
    const isInvalid = status === invalid && errors !== undefined;
    const errorMembers = { ...(text === undefined ? {} : { message: text }), ...(errors && { errors }) };
    return { status: isInvalid ? INVALID_STATUS : status, body: { ...otherMembers, ...errorMembers } };
  };
}

/** Compiles the writer of errors. */
function compileWriter({ each, invalid, codes, beside, ...places }: StyleParts): ErrorStyle['writeForm'] {
  return ({ status, body, requestId = '' }) => {
    if (!isJsonObject(body)) return { status, body };
    const { message: text, errors, ...otherMembers } = body;
    const shownStatus = status === INVALID_STATUS ? invalid : status;
    const phrase = PHRASES[shownStatus] ?? PHRASES[status] ?? '';
    const word = codes[shownStatus] ?? phrase.toLowerCase().replaceAll(' ', '_');
    const members: readonly (readonly [string, Json | undefined])[] = [
      [places.title, phrase],
      [places.status, shownStatus],
      [places.code, word],
      [places.message, text],
      [places.fields, isJsonObject(errors) ? writeFields(errors, each) : undefined],
      [places.requestId, requestId === '' ? NO_REQUEST_ID : requestId],
    ];
    const error = members.reduce<JsonObject>(
      (answer, [path, value]) =>
        path === '' || value === undefined ? answer : putAt(answer, pathNames(path), value),
      beside,
    );
    return { status: shownStatus, body: { ...error, ...otherMembers } };
  };
}

/** Makes the style of an API. Returns undefined if it is the style used inside the gateway. */
export function errorStyleOf(entry: ErrorStyleEntry): ErrorStyle | undefined {
  const fullEntry: OwnStyle =
    typeof entry === 'string' ? { style: entry, invalid: INVALID_STATUS, codes: {}, texts: {} } : entry;
  if (isGatewayStyle(fullEntry)) return undefined;
  const styleParts = partsOf(fullEntry);
  const { type, texts } = styleParts;
  return { type, texts, readForm: compileReader(styleParts), writeForm: compileWriter(styleParts) };
}
