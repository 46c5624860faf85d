import { definedMembers } from '../../contract/result';
import { lastStep } from '../learn/answerExamples';
import { flatten } from './describedFields';
import { leavesIn, propertiesOf, type Resolve, type Schema } from './describedPages';
import type { DescribedApi } from './openApiFile';

/** Names of an error's text for people, the surest first. */
const MESSAGES = [/^message$/i, /^detail$/i, /^(?:error_?)?description$/i, /^error$/i];
const REQUEST_ID = /^(?:correlation|request|trace)_?id$/i;

/** True for the form that a profile has unless it says otherwise: texts by field beside the message. */
const isUsual = (schema: Schema, resolve: Resolve): boolean => {
  const { message, errors } = propertiesOf(schema, resolve);
  return message !== undefined && flatten(errors, resolve).schema['additionalProperties'] !== undefined;
};

/** Drafts how an API writes an error; undefined where its document does not say it, or it is the usual form. */
export function draftErrors({ operations, resolve }: DescribedApi): unknown {
  const failures = operations.flatMap(({ failures: described }) => described);
  const [schema] = failures.flatMap(({ schema: written }) => written ?? []);
  const texts = leavesIn(schema, resolve).flatMap(([path, type]) => (type === 'string' ? path : []));
  const textAt = (looks: RegExp): string | undefined => texts.find((path) => looks.test(lastStep(path)));
  const message = MESSAGES.flatMap((looks) => textAt(looks) ?? [])[0];
  if (message === undefined || isUsual(schema, resolve)) return undefined;
  if (message === 'detail' && texts.includes('title')) return 'problem';
  const isUnprocessable = failures.some(({ status }) => status === '422');
  return definedMembers({
    message,
    requestId: textAt(REQUEST_ID),
    invalid: isUnprocessable ? undefined : 400,
  });
}
