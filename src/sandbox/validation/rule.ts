import type { JsonObject } from '../../contract/json';
import type { FieldErrors } from './checked';

/** A rule over several fields of a body, or one that needs the marketplace; looked at even when others are broken. */
export type Rule = (body: JsonObject) => FieldErrors;
