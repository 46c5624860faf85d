import { success } from '../../../contract/result';
import { invalidFields } from '../../translate/validationErrors';
import type { HeadersEntry } from '../../yaml/listEntry';
import type { OperationEntry } from '../../yaml/mappingFile';
import type { Path } from '../../yaml/yamlDocument';
import type { Complaints } from '../../yaml/complaints';
import type { HeaderTreatment } from '../compiledOperation';
import type { LedgerAnswer } from '../ledger';
import { type ResolvedParameter, takenParameters } from './resolveQuery';
import {
  makesOtherCalls,
  createOnceCheck,
  type SentLedger,
  sentLedger,
  fateFor,
  targetOf,
} from './sentQuery';

/** Headers that frame, route or date a message, that show a key, or that the gateway itself reads or writes. */
const RESERVED = [
  'accept|accept-encoding|age|authorization|baggage|cache-control|connection|content-(?!language$).*|cookie',
  'date|deprecation|etag|expect|forwarded|host|if-modified-since|if-none-match|(?:if-)?range|keep-alive',
  'last-modified|link|location|proxy-.*|retry-after|server|set-cookie|strict-.*|sunset|te|traceparent|tracestate',
  'trailer|transfer-encoding|upgrade|user-agent|vary|via|x-forwarded-.*|x-lifeboat-.*|x-ratelimit-.*|x-request-id',
];
const reserved = new RegExp(`^(?:${RESERVED.join('|')})$`, 'i');

/** True for a header that makes a request depend on the state of its resource (RFC 9110 13.1). */
const isCondition = (name: string): boolean => /^if-/i.test(name);

/** Reports names that are no headers, that the gateway keeps for itself, or that stand for two things. */
function checkNames(headers: HeadersEntry, headersPath: Path, complaints: Complaints): void {
  const { takes = {}, drops = {}, refuses = [], answers = {} } = headers;
  const checkOnce = createOnceCheck('header-twice', complaints);
  const [readNames, sentNames, answeredNames] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const checkName = (name: string, path: Path): void => {
    if (!/^[A-Za-z][\dA-Za-z-]*$/.test(name)) {
      complaints.reportKey(path, 'header-reserved', `${name} is no name of a header`);
    } else if (reserved.test(name)) {
      const message = `the gateway itself reads and writes ${name}`;
      complaints.reportKey(path, 'header-reserved', message, 'delete it');
    }
  };
  const checkRead = (name: string, path: Path): void => {
    checkName(name, path);
    checkOnce(readNames, name.toLowerCase(), path, 'read');
  };
  for (const [name, parameter] of Object.entries(takes)) {
    const path = [...headersPath, 'takes', name];
    checkRead(name, path);
    checkName(targetOf(parameter), path);
    checkOnce(sentNames, targetOf(parameter).toLowerCase(), path, 'sent');
  }
  for (const name of Object.keys(drops)) checkRead(name, [...headersPath, 'drops', name]);
  for (const [index, name] of refuses.entries()) checkRead(name, [...headersPath, 'refuses', index]);
  for (const [name, source] of Object.entries(answers)) {
    const path = [...headersPath, 'answers', name];
    checkName(name, path);
    checkName(source, path);
    checkOnce(answeredNames, name.toLowerCase(), path, 'answered');
  }
}

/** Reports headers that no call would have, and those that no single answer gives. */
function checkUse(entry: OperationEntry, headers: HeadersEntry, at: Path, complaints: Complaints): void {
  const report = (path: Path, message: string): void =>
    complaints.reportKey(path, 'header-unsent', message, 'delete it');
  if (makesOtherCalls(entry))
    report(at, 'its v2 calls are made by an index or for each id, and have no headers of their own');
  if (entry.list === undefined) return;
  for (const [name, parameter] of Object.entries(headers.takes ?? {})) {
    const target = targetOf(parameter);
    if (isCondition(target)) report([...at, 'takes', name], `${target} is about one resource, not a list`);
  }
  if (headers.answers !== undefined) report([...at, 'answers'], 'a list has the answers of several pages');
}

/** Compiles the treatment of a client's headers. */
function compileHeaders(headers: HeadersEntry): HeaderTreatment {
  const { takes = {}, drops = {}, refuses = [], answers = {} } = headers;
  const names = [...Object.keys(takes), ...Object.keys(drops), ...refuses].map((name) => name.toLowerCase());
  return {
    named: (givenHeaders) =>
      Object.fromEntries(
        names.flatMap((name): [string, string][] => {
          const value = givenHeaders[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
    read: (givenHeaders) => {
      const errors: Record<string, readonly string[]> = {};
      const carried: Record<string, string> = {};
      const conditions: Record<string, string> = {};
      for (const [name, parameter] of Object.entries(takes)) {
        const value = givenHeaders[name.toLowerCase()];
        if (typeof value !== 'string') continue;
        const fate = fateFor(parameter, name, value);
        if (typeof fate === 'string') {
          errors[name] = [fate];
          continue;
        }
        const [target, sent] = fate;
        (isCondition(target) ? conditions : carried)[target.toLowerCase()] = sent;
      }
      for (const name of refuses)
        if (givenHeaders[name.toLowerCase()] !== undefined)
          errors[name] = [`The ${name} header is prohibited.`];
      return Object.keys(errors).length === 0 ? success({ carried, conditions }) : invalidFields(errors);
    },
    isConditional: Object.values(takes).some((parameter) => isCondition(targetOf(parameter))),
    shown: Object.entries(answers).map(([name, source]) => [name.toLowerCase(), source.toLowerCase()]),
  };
}

/** The compiled headers of an operation, with the parts that checks and documents read. */
export interface ResolvedHeaders extends SentLedger {
  readonly treatment: HeaderTreatment;
  /** The headers that a client may send. */
  readonly takes: readonly ResolvedParameter[];
  readonly refuses: readonly string[];
  readonly answers: readonly LedgerAnswer[];
}

/** Compiles the headers block of an operation. Returns undefined without one. */
export function resolveHeaders(
  operation: string,
  entry: OperationEntry,
  complaints: Complaints,
): ResolvedHeaders | undefined {
  const { headers } = entry;
  if (headers === undefined) return undefined;
  const headersPath = ['operations', operation, 'headers'];
  checkNames(headers, headersPath, complaints);
  checkUse(entry, headers, headersPath, complaints);
  const { members, losses } = sentLedger(operation, 'headers', headers, complaints);
  const { refuses = [], answers = {} } = headers;
  const refusals = refuses.map((name, index) => ({
    operation,
    member: `${name}:`,
    reason: 'a request with it is refused',
    place: complaints.place([...headersPath, 'refuses', index]),
  }));
  return {
    treatment: compileHeaders(headers),
    takes: takenParameters(headers),
    refuses,
    members,
    losses: [...losses, ...refusals],
    answers: Object.entries(answers).map(([name, source]) => ({
      operation,
      attribute: `${name}:`,
      source: `${source}:`,
      class: 'exact',
      codec: 'same',
      place: complaints.place([...headersPath, 'answers', name]),
    })),
  };
}
