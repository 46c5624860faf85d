import type { Field } from '../../../contract/field';
import { isJsonObject, type JsonObject } from '../../../contract/json';
import { type Result, success } from '../../../contract/result';
import { compileBody } from '../../translate/compileBody';
import type { BodyRule } from '../../translate/translationRule';
import { type RequiredWhen, validateBody } from '../../translate/validateBody';
import { invalidFields, namingOf, type Violations } from '../../translate/validationErrors';
import type { BodyEntry } from '../../yaml/mappingFile';
import type { Operation, OutgoingRequest, PathParameter } from '../compiledOperation';
import type { BodyFeed } from '../resolvePath';
import { parameterMembers } from './bodyParameters';

/** Returns the v2 path parameters that a checked body fills, and the ids that get a call each. */
function pathValues(feeds: readonly BodyFeed[], body: JsonObject): Pick<OutgoingRequest, 'path' | 'ids'> {
  const path: Record<string, string> = {};
  let ids: readonly string[] | undefined;
  for (const feed of feeds) {
    const value = body[feed.member];
    if (feed.words !== undefined) path[feed.fills] = feed.words[typeof value === 'string' ? value : ''] ?? '';
    else
      ids = Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? id : JSON.stringify(id))) : [];
  }
  return { path, ...(ids === undefined ? {} : { ids }) };
}

/** The rules by which a request body is translated. */
interface RequestRules extends Pick<BodyEntry, 'others'> {
  readonly v1: Field;
  readonly rules: readonly BodyRule[];
  readonly requiredWhen: RequiredWhen;
  readonly parameters: readonly PathParameter[];
  readonly isOfOwnPair: boolean;
}

/** Compiles the check of a v1 body and its translation; the failure is what v1 answers. */
export function compileRequestBody(
  { v1, rules, requiredWhen, parameters, isOfOwnPair, others }: RequestRules,
  sends: boolean,
  feeds: readonly BodyFeed[],
): NonNullable<Operation['body']> {
  const convert = compileBody(rules);
  const nameInText = namingOf(isOfOwnPair);
  const unknownMembers = others ?? (isOfOwnPair ? 'refuse' : 'drop');
  return (body, values = {}): Result<OutgoingRequest, Violations> => {
    // The shop takes such a body as an empty one (observed); elsewhere a change would be lost with a success.
    if (isOfOwnPair && !isJsonObject(body)) return invalidFields({ body: ['The body must be an object.'] });
    const checked = validateBody(v1, body, { requiredWhen, unknownMembers, nameInText });
    if (!checked.ok) return checked;
    const request =
      parameters.length === 0 ? checked.value : { ...checked.value, ...parameterMembers(parameters, values) };
    const converted = convert(request);
    if (!converted.ok)
      return invalidFields({
        [converted.failure]: [`The ${nameInText(converted.failure)} field is invalid.`],
      });
    const sent = sends ? { json: converted.value } : {};
    return success(feeds.length === 0 ? sent : { ...sent, ...pathValues(feeds, checked.value) });
  };
}
