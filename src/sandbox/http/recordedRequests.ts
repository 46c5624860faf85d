import type { Clock } from '../../contract/clock';
import { isJsonObject, type Json } from '../../contract/json';
import { type IncomingRequest, LOGIN_LOOKUP, readJsonBody } from './incomingRequest';

/** Received request with masked secrets. */
export interface RecordedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly method: string;
  /** Path template, e.g. `/v1/accounts/by-login/{accountLogin}`; null if no operation has the path. */
  readonly route: string | null;
  /** Path and query as sent, with the value of a secret parameter masked. */
  readonly target: string;
  /** Parsed body with masked secrets; null if there was none or it is not JSON; the size of a long body. */
  readonly body: unknown;
  /** Status of the answer; null before the answer, or if the connection ended without one. */
  readonly status: number | null;
}

const SECRET_NAMES = ['login', 'password', 'email_login', 'email_password', 'credentials', 'secret'];

/** Copies a value with `***` for every login, password and credential. */
function maskSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member = null]): [string, Json] => {
    const isHidden = SECRET_NAMES.includes(name) && member !== null;
    return [name, isHidden ? '***' : maskSecrets(member)];
  });
  return Object.fromEntries(members);
}

/** Maximum size of a recorded body, in bytes: only the size of a longer body is kept. */
const MAX_RECORDED_BODY_BYTES = 8_192;

function readRecordedBody(request: IncomingRequest): unknown {
  if (request.body.length > MAX_RECORDED_BODY_BYTES) return `${request.body.length} bytes`;
  try {
    return maskSecrets(readJsonBody(request));
  } catch {
    return null;
  }
}

/** Maximum number of recorded requests. */
const MAX_RECORDED_REQUESTS = 10_000;

/** Keeps the latest requests in memory. */
export function createRequestLog({ now }: Pick<Clock, 'now'>) {
  let entries: RecordedRequest[] = [];
  return {
    /**
     * Records an arrival at a path template with masked secrets. The returned function records the status of its
     * answer.
     */
    arrived: (request: IncomingRequest, route: string | null) => {
      const { method } = request;
      const target = route?.startsWith(LOGIN_LOOKUP) === true ? `${LOGIN_LOOKUP}***` : request.target;
      const body = readRecordedBody(request);
      const entry = { at: now(), method, route, target, body, status: null as number | null };
      entries.push(entry);
      if (entries.length > MAX_RECORDED_REQUESTS) entries.shift();
      return (status: number | null): void => {
        entry.status = status;
      };
    },
    all: (): readonly RecordedRequest[] => entries.map((entry) => ({ ...entry })),
    clear: (): void => {
      entries = [];
    },
  };
}
