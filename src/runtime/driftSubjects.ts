import { describeSchema } from '../contract/describe';
import type { Field } from '../contract/field';
import { listMeta } from '../contract/v2/envelopeV2';
import type { DriftSubject } from '../drift/driftSentinel';
import type { ResolvedResource } from '../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../mapping/compile/resolveOperation';
import { compileEffects, type EffectAt } from '../mapping/explain/driftEffects';

/** Treatment of a list page with a row that cannot be translated. */
type UnfitRows = 'refuse' | 'leaveOut';

const listOf = (element: Field): Field => ({
  kind: 'list',
  element,
  nullable: false,
  optional: false,
  secret: false,
});

const meta = describeSchema(listMeta);

/** Creates the look-up of effects by path in the whole answer: `data.game.slug`, in a list `data[].game.slug`. */
const createMovedEffects =
  (effectAt: EffectAt, prefix: string): DriftSubject['effectAt'] =>
  (path) => {
    if (path === prefix) return effectAt('');
    return path.startsWith(`${prefix}.`) ? effectAt(path.slice(prefix.length + 1)) : () => 'refused';
  };

const createListEffects =
  (effectAt: EffectAt, unfitRows: UnfitRows): DriftSubject['effectAt'] =>
  (path) => {
    const effect = createMovedEffects(effectAt, 'data[]')(path);
    if (path === 'data' || unfitRows === 'refuse') return effect;
    return (value) => {
      const of = effect(value);
      return of === 'refused' ? 'leftOut' : of;
    };
  };

/** Returns the shapes of one operation's answers. Returns none if the body is not read. */
function listAnswers(
  { operation, ownAnswer }: ResolvedOperation,
  { v2, rules, envelope }: ResolvedResource,
  unfitRows: UnfitRows,
): DriftSubject[] {
  const { method, template, unread } = operation.v2;
  const endpoint = `${method} ${template}`;
  if (unread === true) return [];
  if (ownAnswer !== undefined) {
    const body = createMovedEffects(compileEffects(ownAnswer.rules), 'body');
    return [{ endpoint, at: 'body', field: ownAnswer.v2, effectAt: body }];
  }
  const effectAt = compileEffects(rules, envelope);
  const mayShowNone = operation.v2.resource !== undefined;
  if (operation.list === undefined)
    return [{ endpoint, at: 'data', field: v2, effectAt: createMovedEffects(effectAt, 'data'), mayShowNone }];
  const effect = createListEffects(effectAt, unfitRows);
  const listed: DriftSubject = { endpoint, at: 'data', field: listOf(v2), effectAt: effect };
  return [operation.list.isSilent ? listed : { ...listed, meta }];
}

/** Returns the lists that fill an index or the names of a 404. Only a few of their fields are read. */
function listLists(
  { operation, names }: ResolvedOperation,
  { v2, envelope }: ResolvedResource,
): DriftSubject[] {
  const listSubject = (path: string, element: Field, needs: readonly string[] = []): DriftSubject => {
    const needed = ['data', 'data[]', ...needs.map((name) => `data[].${name}`)];
    const effectAt = (path: string) => () => (needed.includes(path) ? 'refused' : 'passed');
    return { endpoint: `GET ${path}`, at: 'data', field: listOf(element), effectAt, meta };
  };
  return [
    ...(operation.lookup === undefined ? [] : [listSubject(operation.lookup.index.path, v2, [envelope.id])]),
    ...(names === undefined ? [] : [listSubject(names.known.list.path, names.item, names.needs)]),
  ];
}

/** Returns all watched shapes of v2's answers: those of every operation, and of the lists behind indexes and names. */
export function driftSubjects(
  resources: readonly ResolvedResource[],
  unfitRows: UnfitRows = 'refuse',
): readonly DriftSubject[] {
  const all = resources.flatMap((resource) => [
    // A list that is also an answer is watched as an answer: the later entry wins.
    ...resource.operations.flatMap((operation) => listLists(operation, resource)),
    ...resource.operations.flatMap((operation) => listAnswers(operation, resource, unfitRows)),
  ]);
  return [...new Map(all.map((subject) => [subject.endpoint, subject])).values()];
}
