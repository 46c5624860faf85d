import type { Operation } from '../mapping/compile/compiledOperation';
import { type ProblemCode, problems } from '../gateway/problems';

type Occurs = (operation: Operation) => boolean;

const always: Occurs = () => true;
const never: Occurs = () => false;
const takesBody: Occurs = ({ body }) => body !== undefined;
const writes: Occurs = ({ v2 }) => v2.method !== 'GET';
const hasParameters: Occurs = ({ v1 }) => v1.parameters.length > 0;
const mayBeInvalid: Occurs = ({ v2, query, headers }) =>
  v2.method !== 'GET' || query !== undefined || headers !== undefined;
const isConditional: Occurs = ({ headers }) => headers?.isConditional === true;
const isList: Occurs = ({ list, namesKnown }) => list !== undefined || namesKnown !== undefined;
const isLookup: Occurs = ({ lookup }) => lookup !== undefined;

/** Maps each problem to the operations that can end with it; `never` when only unmatched requests end with it. */
const occurs: Readonly<Record<ProblemCode, Occurs>> = {
  badRequest: always,
  badPath: hasParameters,
  badJson: takesBody,
  refusedKey: takesBody,
  unauthenticated: always,
  paymentRequired: always,
  forbidden: always,
  notFound: hasParameters,
  methodNotAllowed: never,
  requestTimeout: always,
  conflict: writes,
  gone: never,
  brownoutGone: never,
  preconditionFailed: isConditional,
  bodyTooLarge: takesBody,
  unsupportedMediaType: takesBody,
  // v2 may refuse the values of a write without a v1 body, such as an action.
  invalid: mayBeInvalid,
  rateLimited: always,
  headersTooLarge: always,
  clientGone: never,
  internal: always,
  upstreamUnreachable: always,
  upstreamBroken: always,
  upstreamUnfit: always,
  upstreamRefused: always,
  upstreamFailed: always,
  listChanging: isList,
  pageAway: ({ cursor }) => cursor !== undefined,
  upstreamBusy: always,
  overloaded: always,
  brownout: never,
  eventUnfit: never,
  eventUnkept: never,
  indexing: isLookup,
  upstreamTimeout: always,
};

/** Lists the problems that a client of an operation has to handle, in the order of the table. */
export const possibleProblems = (operation: Operation) =>
  (Object.keys(problems) as ProblemCode[])
    .filter((code) => occurs[code](operation))
    .map((code) => ({ code, ...problems[code] }));
