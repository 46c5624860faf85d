import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'must be a string',
  int: 'must be an integer',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  record: 'must be an array',
  object: 'must be an array',
};

/** Texts of the rules that the contract adds to zod's own, by the name it gives them. */
const CONTRACT_TEXTS: Readonly<Record<string, (bound: string) => string>> = {
  filled: () => 'is required',
  maxLength: (bound) => `must not be greater than ${bound} characters`,
  integer: () => 'must be an integer',
  number: () => 'must be a number',
  decimals: (bound) => `must have 0-${bound} decimal places`,
  minimum: (bound) => `must be at least ${bound}`,
  maximum: (bound) => `must not be greater than ${bound}`,
};

/** What a broken rule is called, in the live service's words (observed: Laravel's); `name` is the field as spoken. */
export function ruleText(issue: Issue, name: string): string {
  const isChoice =
    issue.code === 'invalid_value' || (issue.code === 'custom' && issue.params?.rule === 'selected');
  return isChoice ? `The selected ${name} is invalid.` : `The ${name} field ${faultText(issue)}.`;
}

function faultText(issue: Issue): string {
  if (issue.code === 'invalid_type') return typeText(issue);
  if (issue.code === 'invalid_union') return unionText(issue);
  if (issue.code === 'invalid_format') return formatText(issue.format);
  if (issue.code === 'too_big') return bigText(issue);
  if (issue.code === 'too_small') return smallText(issue);
  return issue.code === 'custom' ? contractText(issue.params ?? {}) : 'is invalid';
}

/** The type is in the message where the contract knows it better than zod. */
const typeText = ({ message, expected }: z.core.$ZodIssueInvalidType) =>
  TYPE_TEXTS[message] ?? TYPE_TEXTS[expected] ?? 'is invalid';

/** The first alternative names the type: a number that may also come as text is still a number. */
function unionText({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const first = errors[0]?.[0];
  return first?.code === 'invalid_type' ? typeText(first) : 'is invalid';
}

const formatText = (format: string) => (format === 'url' ? 'must be a valid URL' : 'format is invalid');

const contractText = ({ rule, bound }: Readonly<Record<string, unknown>>) =>
  CONTRACT_TEXTS[String(rule)]?.(String(bound)) ?? 'is invalid';

const bigText = ({ origin, maximum }: z.core.$ZodIssueTooBig) =>
  origin === 'array' ? `must not have more than ${maximum} items` : `must not be greater than ${maximum}`;

const smallText = ({ origin, minimum }: z.core.$ZodIssueTooSmall) =>
  origin === 'array' ? `must have at least ${minimum} items` : `must be at least ${minimum}`;
