import { bodyText } from '../../src/gateway/problems.js';
import { isDeepStrictEqual } from 'node:util';
import { driftSubjects } from '../../src/runtime/driftSubjects.js';
import type { Field } from '../../src/contract/field.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/contract/json.js';
import { createSentinel } from '../../src/drift/driftSentinel.js';
import type { DriftFinding } from '../../src/drift/driftReport.js';
import { createGateway } from '../../src/gateway/createGateway.js';
import { passKeysOn } from '../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import type { FixtureCase } from '../../src/mapping/yaml/fixtureFile.js';
import type { ResolvedResource } from '../../src/mapping/compile/resolveFile.js';
import type { ResolvedOperation } from '../../src/mapping/compile/resolveOperation.js';
import { sourcePath } from '../../src/mapping/compile/sourcePath.js';
import {
  attributeLeaves,
  steps,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../src/mapping/translate/translationRule.js';
import { success } from '../../src/contract/result.js';
import type { Script } from '../../src/proof/witnesses/scenes.js';
import { makeAnswerWitnesses } from '../../src/proof/witnesses/witnesses.js';
import { scriptsOf } from '../../src/proof/witnesses/scripts.js';
import { recordFixture } from '../../src/proof/fixturesPlay.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';
import { shipped } from '../support/shipped.ts';

/** Everything that one operation is tried with. */
interface Subject {
  readonly resource: ResolvedResource;
  readonly resolved: ResolvedOperation;
  /** The contract of what v2 shows, and where it stands in the answer. */
  readonly v2: Field;
  readonly at: 'data' | 'data[]' | 'body';
  /** v2 paths without which there is no answer. */
  readonly needs: readonly string[];
}

const subjects: readonly Subject[] = shipped().resources.flatMap((resource) =>
  resource.operations
    .filter(({ operation }) => operation.v2.unread === undefined)
    .map((resolved): Subject => {
      const { ownAnswer, operation } = resolved;
      const leaves = attributeLeaves(ownAnswer?.rules ?? resource.rules);
      const needed = leaves.filter(({ rule }) => rule.onAbsent.kind === 'refuse');
      const paths = needed.map(({ source }) => source.map(({ name }) => name).join('.'));
      return {
        ...{ resource, resolved, v2: ownAnswer?.v2 ?? resource.v2 },
        at: ownAnswer !== undefined ? 'body' : operation.list === undefined ? 'data' : 'data[]',
        needs: ownAnswer === undefined ? [resource.envelope.id, ...paths] : paths,
      };
    }),
);

const watched = driftSubjects(shipped().resources);

/** The paths of a contract, those of its objects too. */
const pathsIn = (field: Field, base: readonly string[] = []): readonly (readonly string[])[] =>
  field.kind !== 'object'
    ? []
    : [...field.members].flatMap(([name, member]) => [[...base, name], ...pathsIn(member, [...base, name])]);

/** Variants of the value at a path: absent, null, other types, or the same with an extra member. */
function variants(value: Json | undefined): readonly (readonly [what: string, instead: Json | undefined])[] {
  const otherValues: readonly Json[] = [true, -7.5, 'words', ['a', 1], { strange: 1 }];
  const more = isJsonObject(value) ? [['one more member', { ...value, added: 'x' }] as const] : [];
  return [
    ['absent', undefined],
    ['null', null],
    ...otherValues.map((odd) => [JSON.stringify(odd), odd] as const),
    ...more,
  ];
}

type Step = FixtureCase['upstream'][number];

const withoutQuery = (path: string): string => path.replace(/\?.*$/s, '');

/** The request that everything is ordinary in: the one that is also sent without a key. */
function ordinary({ resource, resolved }: Subject): Script {
  const script = scriptsOf(resolved, resource).find(({ name }) => /^asks for (a|no) key$/.test(name));
  if (script === undefined) throw new Error(`nothing is generated for ${resolved.operation.name}`);
  const { method, path, body } = script.request;
  return { ...script, request: { method, path, ...(body === undefined ? {} : { body }) } };
}

/** A list with one ordinary row. */
function listOfOne({ resource, resolved: { operation } }: Subject): Script {
  const [object = null] = makeAnswerWitnesses(resource).translated;
  const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 };
  return {
    name: 'lists one',
    request: { method: operation.v1.method, path: operation.v1.template },
    answer: () => ({ status: 200, body: { data: [object], meta } }),
  };
}

/** The request of a fixture on a gateway of its own over its upstream, with `change` made to what v2 shows. */
function stage({ resource, resolved, at }: Subject, fixture: FixtureCase, change: (shownBody: Json) => Json) {
  const { operation } = resolved;
  const endpoint = `${operation.v2.method} ${operation.v2.template}`;
  const notified: DriftFinding[] = [];
  const sentinel = createSentinel({ now: () => 0, notify: (finding) => notified.push(finding) });
  sentinel.replaceSubjects(watched.filter((field) => field.endpoint === endpoint));
  const changed = ({ sends, answers }: Step): Json => {
    const { body } = answers;
    const isShown = `${sends.method} ${sends.path.split('?')[0] ?? ''}` === target;
    if (!isShown || !isJsonObject(body)) return body;
    if (at === 'body') return change(body);
    const { data = null } = body;
    if (at === 'data') return { ...body, data: change(data) };
    const [firstRow = null, ...laterRows] = Array.isArray(data) ? data : [];
    return { ...body, data: [change(firstRow), ...laterRows] };
  };
  const last = fixture.upstream.at(-1)?.sends;
  const target = `${last?.method ?? ''} ${last?.path.split('?')[0] ?? ''}`;
  const upstream: Upstream = ({ method, path }) => {
    // A lookup reads the head of its list in other orders, too; it is the same list.
    const isAsked = ({ sends }: Step) =>
      sends.method === method && withoutQuery(sends.path) === withoutQuery(path);
    const step = fixture.upstream.find(isAsked);
    const body = step === undefined ? {} : changed(step);
    const status = step?.answers.status ?? 404;
    return Promise.resolve(success({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }));
  };
  const gateway = createGateway({
    operations: resource.operations.map((entry) => entry.operation),
    upstream,
    keys: passKeysOn,
    ...{ clock: fakeClock(), index: { secret: 's', freshMs: 60_000, pageBudget: 10 }, deadlineMs: 1_000 },
    ...{ report: () => undefined, guestKey: 'guest', watch: sentinel.observeAnswer },
  });
  const ask = async () => {
    const { method, path, body } = fixture.request;
    const route = gateway.match(method, path);
    if (route?.ok !== true) throw new Error(`nothing answers ${method} ${path}`);
    const { answer, refusal } = await gateway.handle({
      ...{ id: 'r-1', route: route.value, authorization: 'Bearer key-1', contentType: 'application/json' },
      body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
      cancel: new AbortController().signal,
    });
    const answered = JSON.parse(bodyText(answer)) as JsonObject;
    return { status: answer.status, body: answered, detail: refusal?.detail ?? '' };
  };
  const findings = () => sentinel.report().findings;
  return { ask, notified: () => notified, findings, endpoint };
}

/** The attributes of the first resource in a v1 answer, or the answer itself where it is none. */
function attributesIn(body: JsonObject, at: Subject['at']): Json {
  if (at === 'body') return body;
  const { data } = body;
  const firstRow = Array.isArray(data) ? data[0] : data;
  return (isJsonObject(firstRow) ? firstRow['attributes'] : undefined) ?? null;
}

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);

const touches = (path: string, root: string): boolean => isWithin(path, root) || isWithin(root, path);

/** Null, empty, the mapping's default, or a value of the type that v1 has there. */
function isTold(value: Json | undefined, usual: Json | undefined, fallback: Json | undefined): boolean {
  if (value === null || isDeepStrictEqual(value, {}) || isDeepStrictEqual(value, [])) return true;
  if (isDeepStrictEqual(value, fallback)) return true;
  return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual);
}

/** The value that an answer shows at a path, instead of the expected one. */
interface Cell {
  readonly path: string;
  readonly what: string;
  readonly instead: Json | undefined;
}

/** The object that a fixture's last answer shows, the first of a list. */
function shownIn(fixture: FixtureCase, at: Subject['at']): Json | undefined {
  const shownBody = fixture.upstream.at(-1)?.answers.body ?? null;
  if (at === 'body') return shownBody;
  const data = isJsonObject(shownBody) ? (shownBody['data'] ?? null) : null;
  return at === 'data[]' && Array.isArray(data) ? data[0] : data;
}

const isNumber = (value: Json): boolean => typeof value === 'number';
const never = (): boolean => false;

/** Returns true when a variant has the type of a field; none is a valid date, integer, list or timestamp. */
const isOfKind: Readonly<Record<Field['kind'], (value: Json) => boolean>> = {
  ...{ number: isNumber, money: isNumber, freeObject: isJsonObject, object: isJsonObject },
  ...{ date: never, integer: never, list: never, timestamp: never, instant: never },
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
};

describe.each(subjects.map((subject) => [subject.resolved.operation.name, subject] as const))(
  'what %s shows',
  (name, subject) => {
    const { resource, resolved, v2, at, needs } = subject;
    const { operation, ownAnswer } = resolved;
    const leaves = attributeLeaves(ownAnswer?.rules ?? resource.rules);
    let fixture: FixtureCase;
    let base: Json;

    beforeAll(async () => {
      const script = operation.list === undefined ? ordinary(subject) : listOfOne(subject);
      fixture = await recordFixture(script, name, shipped().operations);
      const { ask, notified } = stage(subject, fixture, (shownBody) => shownBody);
      const { status, body } = await ask();
      expect([status, notified()]).toEqual([operation.v1.success, []]);
      base = attributesIn(body, at);
    });

    /** Holds the answer against the one that nothing was changed in. */
    function expectV1(path: string, what: string, body: JsonObject): void {
      const variant = attributesIn(body, at);
      for (const { attribute, source, rule } of leaves) {
        const [was, is] = [base, variant].map((object) => valueAt(object, steps(attribute)));
        if (isDeepStrictEqual(was, is)) continue;
        const cell = `${attribute.join('.')} with ${path} ${what}`;
        const isRead = touches(path, source.map((step) => step.name).join('.'));
        const missing = [rule.onNull, rule.onAbsent].find(({ kind }) => kind === 'default');
        const isParentEmpty = isDeepStrictEqual(valueAt(variant, steps(attribute.slice(0, -1))), {});
        const fallback = missing?.kind === 'default' ? missing.value : undefined;
        expect([cell, isRead && (isParentEmpty || isTold(is, was, fallback))]).toEqual([cell, true]);
      }
    }

    /** Holds an answer against what was changed in it: v1's own, or a refusal where it could not be made. */
    function expectAnswer(cell: Cell, status: number, body: JsonObject, detail: string): void {
      const { path, what, instead } = cell;
      const name = `${path}: ${what}`;
      const isNeeded = needs.some((need) => isWithin(need, path));
      if (status === operation.v1.success) {
        const isMade = !(isNeeded && (instead ?? null) === null) || operation.acknowledgement !== undefined;
        expect([name, isMade]).toEqual([name, true]);
        if ('data' in body || at === 'body') expectV1(path, what, body);
      } else expectRefusal(path, name, isNeeded, status, detail);
    }

    function expectRefusal(path: string, cell: string, isNeeded: boolean, status: number, detail: string) {
      // An offer that is listed with the login asked for and shows another: v2 contradicts itself.
      const isLogin = operation.lookup !== undefined && path === 'credentials.login';
      expect([cell, isLogin || isNeeded]).toEqual([cell, true]);
      expect([cell, status]).toEqual([cell, isLogin ? 503 : 502]);
      if (operation.each === undefined && operation.lookup === undefined) expect(detail).toContain(path);
    }

    it.each(pathsIn(v2).map((path) => [path.join('.'), path] as const))(
      "is v1's answer, or a 502 if the field is needed, whatever v2 sends as %s, and counts as drift once",
      async (path) => {
        const origin = sourcePath(v2, path);
        if ('candidates' in origin) throw new Error(`v2 has no ${path}`);
        for (const [what, instead] of variants(valueAt(shownIn(fixture, at), origin.steps))) {
          const { ask, notified, findings, endpoint } = stage(subject, fixture, (wholeBody) =>
            instead === undefined
              ? withoutValueAt(wholeBody, origin.steps)
              : withValueAt(wholeBody, origin.steps, instead),
          );
          await ask();
          const { status, body, detail } = await ask();
          expectAnswer({ path, what, instead }, status, body, detail);
          const ownFindings = notified().filter(({ path: of }) =>
            isWithin(of.replaceAll('[]', ''), `${at}.${path}`.replaceAll('[]', '')),
          );
          const repeats = findings().filter((finding) => finding.endpoint === endpoint);
          const cell = `${path}: ${what}`;
          expect([cell, ownFindings.length, repeats.every(({ count }) => count >= 2)]).toEqual([
            cell,
            driftsOf(origin.field, instead, what),
            true,
          ]);
        }
      },
    );

    /** Number of findings of a cell: none when the contract allows the value, else one, also for each new member. */
    function driftsOf(field: Field | undefined, instead: Json | undefined, what: string): number {
      if (field === undefined) return 0;
      if (what === 'one more member') return field.kind === 'freeObject' ? 0 : 1;
      if (instead === undefined) return field.optional ? 0 : 1;
      if (instead === null) return field.nullable ? 0 : 1;
      return driftsOfType(field, instead);
    }

    function driftsOfType(field: Field, instead: Json): number {
      if (!isOfKind[field.kind](instead)) return 1;
      // Each member that is missing, and the one that is new.
      if (field.kind === 'object') return field.members.size + 1;
      return field.kind === 'text' && field.known !== undefined ? 1 : 0;
    }
  },
);
