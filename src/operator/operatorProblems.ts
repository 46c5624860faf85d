/** A refusal of the admin API: its status, its title, and what the asker can do. */
interface OperatorProblem {
  readonly status: number;
  readonly title: string;
  readonly help: string;
}

/** Every refusal of the admin API by the name in its `type`; the page of refusals is made from this table. */
export const operatorProblems = {
  invalidInput: {
    status: 422,
    title: 'The input cannot be read',
    help: 'The detail names the field. /api/openapi.json describes what each entry takes.',
  },
  notJson: {
    status: 415,
    title: 'An action takes JSON',
    help: 'Send the header content-type: application/json, with an object as the body.',
  },
  foreignOrigin: {
    status: 403,
    title: 'The request comes from another page',
    help: 'A page of another origin may not change anything: use the console of this gateway, or the CLI.',
  },
  foreignHost: {
    status: 400,
    title: 'The name of the gateway is foreign',
    help: 'On this machine call it by its address or as localhost: another web page may have made up the name.',
  },
  unauthenticated: {
    status: 401,
    title: 'A token is needed',
    help: 'Send the header authorization: Bearer TOKEN; the CLI takes it from LIFEBOAT_ADMIN_TOKEN.',
  },
  noToken: {
    status: 403,
    title: 'There is no token',
    help: 'Set admin.token, or admin.tokens and then lifeboat admin add NAME --role operator.',
  },
  role: {
    status: 403,
    title: 'The role of the token does not allow it',
    help: 'A viewer looks, an operator changes, an admin also changes tokens. Ask for a token of that role.',
  },
  tooManyFailures: {
    status: 429,
    title: 'Too many wrong tokens',
    help: 'Wrong tokens came from your address. Wait a minute, then send the right one.',
  },
  notFound: {
    status: 404,
    title: 'There is no such thing',
    help: 'The detail says what is missing, and usually what exists.',
  },
  conflict: {
    status: 409,
    title: 'It cannot be done now',
    help: 'The detail says why. Nothing was changed.',
  },
  unknownResource: {
    status: 404,
    title: 'There is no such resource',
    help: 'The member resources lists all resources, as lifeboat stage list does.',
  },
  unknownCaller: {
    status: 404,
    title: 'There is no such client',
    help: 'Name a client by its name, its fingerprint, or the beginning of one: lifeboat client list.',
  },
  past: { status: 422, title: 'The instant is past', help: 'Name an instant to come.' },
  held: {
    status: 409,
    title: 'The resource is held',
    help: 'Release it first: lifeboat stage release. Moves back are never held.',
  },
  already: {
    status: 409,
    title: 'Nothing to change',
    help: 'Nothing is left to do.',
  },
  unconfirmed: {
    status: 409,
    title: 'A confirmation is missing',
    help: 'Send the name once more as confirm: what follows hurts clients.',
  },
  gate: {
    status: 409,
    title: 'The gate is not passed',
    help: 'Wait for the conditions that the answer lists, or send force: true. The log records it.',
  },
  overtaken: {
    status: 409,
    title: 'Another process was first',
    help: 'Look at the resource, and repeat the change if it is still wanted.',
  },
  secondPerson: {
    status: 409,
    title: 'A second person is needed',
    help: 'cutover.approvals is 2: a person with another token has to approve it. A way back needs no approval.',
  },
  nothingCompared: {
    status: 409,
    title: 'Nothing is compared',
    help: 'Set upstream.v1, and sunset, while v1 lives.',
  },
  storeFailed: {
    status: 503,
    title: 'The store fails',
    help: 'The change was not made. See /readyz and the log of the gateway; a kill and a move back still work.',
  },
  pageFailed: {
    status: 500,
    title: 'The answer cannot be made',
    help: 'This is a fault of Lifeboat; the detail names the line for a report.',
  },
} as const satisfies Readonly<Record<string, OperatorProblem>>;

/** Name of a refusal. */
export type OperatorProblemName = keyof typeof operatorProblems;

/** A refusal in the form of RFC 9457. */
export interface ProblemDetails extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** Renders a refusal in the form of RFC 9457. Its type is the address of its help on the admin port. */
export function problemDetails(name: OperatorProblemName, detail: string, more: object = {}): ProblemDetails {
  const { status, title } = operatorProblems[name];
  return { type: `/api/problems#${name}`, title, status, detail, ...more };
}

/** Renders the page of all refusals. */
export function problemsPage(): string {
  const sections = Object.entries<OperatorProblem>(operatorProblems).map(
    ([name, { status, title, help }]) => `<h2 id="${name}">${title}</h2><p>${status}. ${help}</p>`,
  );
  return `<!doctype html><html lang="en"><title>Refusals of the admin API</title><h1>Refusals of the admin API</h1>${sections.join('\n')}</html>`;
}
