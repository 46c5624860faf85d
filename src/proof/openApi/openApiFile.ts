import { definedMembers, failure, type Result, success } from '../../contract/result';
import { isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import { readDocument } from '../../mapping/yaml/yamlDocument';

/** One operation of an OpenAPI document; references to its parts are looked up when they are read. */
export interface DescribedOperation {
  /** Method in capitals. */
  readonly method: string;
  /** Path below the prefix, with parameters in braces. */
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  /** Schema of the JSON body. It is absent without a body. */
  readonly body?: JsonObject;
  /** Status and schema of its first success; no schema for a body other than JSON. */
  readonly success: { readonly status: number; readonly schema?: JsonObject };
  /** Statuses and schemas of its errors: that of `default` first. */
  readonly failures: readonly { readonly status: string; readonly schema?: JsonObject }[];
}

/** One API by its OpenAPI document. */
export interface DescribedApi {
  readonly title: string;
  readonly origin: string | undefined;
  /** Texts in its address that stand for what its document leaves open. */
  readonly filled: readonly string[];
  readonly prefix: string;
  /** Form in which a key is shown, as the profile has it. */
  readonly auth: Json;
  /** Another place of its key, such as a cookie. It is absent where `auth` says it. */
  readonly unreadKey?: string;
  readonly operations: readonly DescribedOperation[];
  /** Looks up a reference; returns an object without a reference unchanged. */
  readonly resolve: (node: Json | undefined) => JsonObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const MAX_STEPS = 20;

export const objectIn = (node: Json | undefined): JsonObject => (isJsonObject(node) ? node : {});

export const listIn = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

const textIn = (node: Json | undefined): string | undefined => (typeof node === 'string' ? node : undefined);

/** Creates the function that follows `$ref` within a document. It returns an empty object for any other reference. */
const createReferenceResolver =
  (root: JsonObject) =>
  (node: Json | undefined): JsonObject => {
    let target: Json | undefined = node;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reference = isJsonObject(target) ? textIn(target['$ref']) : undefined;
      if (reference === undefined) return objectIn(target);
      if (!reference.startsWith('#/')) return {};
      target = reference
        .slice(2)
        .split('/')
        .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<Json | undefined>((value, name) => ownMember(objectIn(value), name), root);
    }
    return {};
  };

function jsonSchema(content: JsonObject): JsonObject | undefined {
  const [, media] = Object.entries(content).find(([type]) => /\bjson\b|^\*\/\*$/i.test(type)) ?? [];
  const { schema } = objectIn(media);
  return isJsonObject(schema) ? schema : undefined;
}

function successOf(responses: JsonObject, resolve: DescribedApi['resolve']): DescribedOperation['success'] {
  const [status = '200', response] =
    Object.entries(responses)
      .filter(([code]) => /^2(?:\d\d|XX)$/i.test(code))
      .toSorted(([path], [nextPath]) => (path < nextPath ? -1 : 1))[0] ?? [];
  const schema = jsonSchema(objectIn(resolve(response)['content']));
  return { status: /^\d+$/.test(status) ? Number(status) : 200, ...definedMembers({ schema }) };
}

function failuresOf(responses: JsonObject, resolve: DescribedApi['resolve']): DescribedOperation['failures'] {
  const described = Object.entries(responses).filter(([status]) => /^(?:default|4\d\d|4XX)$/i.test(status));
  return described
    .toSorted(([status]) => (status === 'default' ? -1 : 1))
    .map(([status, response]) => ({
      status,
      ...definedMembers({ schema: jsonSchema(objectIn(resolve(response)['content'])) }),
    }));
}

/** Returns the common beginning of all paths, if it names a version: `/api/v1`. */
function commonPrefix(paths: readonly string[]): string {
  const [firstPath = ''] = paths;
  const [prefix = ''] = /^(?:\/[\w.~-]+)*?\/v\d[\w.]*(?=\/)/.exec(firstPath) ?? [];
  return paths.every((path) => path.startsWith(`${prefix}/`)) ? prefix : '';
}

function addressOf(root: JsonObject) {
  const [server] = listIn(root['servers']);
  const variables = objectIn(objectIn(server)['variables']);
  const filled: string[] = [];
  const url = (textIn(objectIn(server)['url']) ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = textIn(objectIn(variables[name])['default']) ?? name;
    filled.push(text);
    return text;
  });
  const parsed = URL.parse(url, 'https://relative.invalid');
  const origin = parsed?.hostname === 'relative.invalid' ? undefined : parsed?.origin;
  return { origin, filled, path: (parsed?.pathname ?? '').replace(/\/+$/, '') };
}

/** Finds the origin of an API, the beginning of its paths, and its paths: `/{id}` gets the word before it. */
function placeOf(root: JsonObject) {
  const { origin, filled, path } = addressOf(root);
  const written = Object.entries(objectIn(root['paths']));
  const isBare = written.some(([below]) => below.startsWith('/{'));
  const [, above = path, word = ''] = (isBare ? /^(.*)(\/[\w-]+)$/.exec(path) : null) ?? [];
  const paths = written.map(([below, item]) => [(word + below).replace(/(?<=.)\/$/, ''), item] as const);
  return { origin, filled, path: above, paths: Object.fromEntries(paths) };
}

/** Returns the name of a parameter in the form of a mapping: `ticket-id` is `ticket_id`. */
const wordOf = (name: string): string => name.replaceAll(/\W/g, '_');

/** Lists the operations of the paths, with parameters, body and success. */
function operationsIn(
  paths: JsonObject,
  prefix: string,
  resolve: DescribedApi['resolve'],
): readonly DescribedOperation[] {
  const parameterOf = (node: Json): JsonObject => {
    const parameter = resolve(node);
    if (parameter['in'] !== 'path') return parameter;
    return { ...parameter, name: wordOf(textIn(parameter['name']) ?? '') };
  };
  return Object.entries(paths).flatMap(([written, item]) => {
    const path = written.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `{${wordOf(name)}}`);
    const shared = listIn(resolve(item)['parameters']);
    return METHODS.flatMap((method): DescribedOperation[] => {
      const operation = resolve(item)[method];
      if (!isJsonObject(operation)) return [];
      const body = jsonSchema(objectIn(resolve(operation['requestBody'])['content']));
      const parameters = [...shared, ...listIn(operation['parameters'])].map(parameterOf);
      const responses = objectIn(operation['responses']);
      const answers = {
        success: successOf(responses, resolve),
        failures: failuresOf(responses, resolve),
      };
      const route = { method: method.toUpperCase(), path: path.slice(prefix.length) };
      return [{ ...route, parameters, ...definedMembers({ body }), ...answers }];
    });
  });
}

/** Finds the scheme of keys that is asked for first, else the first there is. */
function schemeOf(root: JsonObject, resolve: DescribedApi['resolve']): JsonObject {
  const schemes = objectIn(objectIn(root['components'])['securitySchemes']);
  const operations = Object.values(objectIn(root['paths'])).flatMap((item) => Object.values(resolve(item)));
  const [askedValue = {}] = [root, ...operations].flatMap((node) => listIn(objectIn(node)['security']));
  const [name = Object.keys(schemes)[0] ?? ''] = Object.keys(objectIn(askedValue));
  return resolve(schemes[name]);
}

/** Returns how a key of a scheme is shown. */
function authOf(scheme: JsonObject): Pick<DescribedApi, 'auth' | 'unreadKey'> {
  const name = textIn(scheme['name']) ?? '';
  const location = textIn(scheme['in']);
  if (location === 'query') return { auth: { query: name } };
  if (location !== undefined && location !== 'header')
    return { auth: 'bearer', unreadKey: `${name} in its ${location}` };
  if (location === 'header' && !/^authorization$/i.test(name)) return { auth: { header: name } };
  return { auth: /^basic$/i.test(textIn(scheme['scheme']) ?? '') ? 'basic' : 'bearer' };
}

/** Reads an OpenAPI 3.0 or 3.1 document, as YAML or JSON; the failure says why the text is none. */
export function readOpenApi(file: string, text: string): Result<DescribedApi, string> {
  const document = readDocument(file, text);
  const [fault] = document.faults;
  if (fault !== undefined) return failure(`${file}:${fault.line}: ${fault.message}`);
  const root = objectIn(document.value as Json);
  const version = textIn(root['openapi']) ?? '';
  if (!/^3\.[01]\b/.test(version)) return failure(`${file} is no OpenAPI 3.0 or 3.1 document`);
  const resolve = createReferenceResolver(root);
  const { origin, filled, path, paths } = placeOf(root);
  const common = commonPrefix(Object.keys(paths));
  return success({
    title: textIn(objectIn(root['info'])['title']) ?? 'The API',
    origin,
    filled,
    prefix: path + common,
    ...authOf(schemeOf(root, resolve)),
    operations: operationsIn(paths, common, resolve),
    resolve,
  });
}
