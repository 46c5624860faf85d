import type { Field } from '../../contract/field';
import type { JsonObject } from '../../contract/json';
import type { BodyRule } from '../translate/translationRule';
import { habitBit, type Habits } from '../translate/v1Habits';
import {
  type BodyMember,
  orNull,
  Places,
  type Read,
  readObject,
  readValue,
  writeMembers,
} from './bodyMembers';
import { JsonSource } from './jsonSource';
import { isPlain } from './wholeAnswer';
import { sharedText as out } from './textBuffer';

type ObjectField = Field & { readonly kind: 'object' };

/** A v1 body that was translated in one pass. */
class DirectBody {
  constructor(
    /** The v2 body as JSON text in UTF-8. */
    readonly sent: Buffer,
    /** Bits of the habits that the body shows. */
    readonly habits: number,
  ) {}

  /** The v2 body as values. */
  get json(): JsonObject {
    return JSON.parse(this.sent.toString()) as JsonObject;
  }
}

/** Translates the bytes of a v1 body, valid UTF-8, in one pass; undefined where it has faults or is not plain. */
export type TranslateDirect = (bytes: Buffer, isAscii: boolean) => DirectBody | undefined;

const hasStandIn = (rule: BodyRule): boolean => rule.kind === 'value' && rule.standIn !== undefined;

/** The member that a rule makes of a value. */
interface Placed extends Omit<BodyMember, 'read' | 'members'> {
  readonly rule: BodyRule;
  readonly field: Field;
  /** v1 and v2 path. */
  readonly path: readonly string[];
  readonly target: readonly string[];
}

class Plan {
  slots = 0;

  constructor(readonly habits: Habits | undefined) {}

  /** The members of an object; undefined where the rules take one apart or put two together. */
  members(
    { members }: ObjectField,
    rules: readonly BodyRule[],
    path: readonly string[],
    target: readonly string[],
  ): readonly BodyMember[] | undefined {
    const placed = rules.map((rule) => this.place(rule, members.get(rule.name), path, target));
    const made = placed
      .map((member) => member && this.member(member))
      .filter((member) => member !== undefined);
    const named = new Set(rules.map(({ name }) => name));
    const isWhole = [...members].every(
      ([name, field]) => named.has(name) || field.optional || field.nullable,
    );
    return isWhole && made.length === rules.length ? made : undefined;
  }

  /** Undefined where the rule writes into another object, or a name that JavaScript may move to another place. */
  private place(
    rule: BodyRule,
    field: Field | undefined,
    above: readonly string[],
    target: readonly string[],
  ): Placed | undefined {
    const to = rule.target.at(-1) ?? '';
    const isBelow =
      target.length === rule.target.length - 1 && target.every((part, at) => part === rule.target[at]);
    if (field === undefined || !isBelow || /^\d|^__proto__$/.test(to)) return undefined;
    const key = `${JSON.stringify(to)}:`;
    return {
      ...{ rule, field, path: [...above, rule.name], target: rule.target, slot: this.slots++ },
      ...{ key: Buffer.from(`${JSON.stringify(rule.name)}:`) },
      ...{ first: Buffer.from(`{${key}`), next: Buffer.from(`,${key}`) },
      isNeeded: (!field.optional && !field.nullable) || hasStandIn(rule),
    };
  }

  private member(placed: Placed): BodyMember | undefined {
    const { rule, field, slot, path, target } = placed;
    const whole = (read: Read): Read =>
      field.nullable && !hasStandIn(rule) ? orNull(read, rule, field, slot) : read;
    if (rule.kind === 'value') {
      const habit = habitBit(this.habits, 'textNumber', path.join('.'));
      return { ...placed, read: whole(readValue(rule, field, slot, habit)) };
    }
    const members = field.kind === 'object' ? this.members(field, rule.members, path, target) : undefined;
    return members && { ...placed, members, read: whole(readObject(members, slot)) };
  }
}

/**
 * Compiles the translation of a v1 body in one pass; undefined where a member of v2 is made of more than one of v1.
 * A null, an escape, a space behind a comma or a colon is read; any fault is left to the plain reading, which names it.
 */
export function compileDirectBody(
  field: ObjectField,
  rules: readonly BodyRule[],
  habits: Habits | undefined,
): TranslateDirect | undefined {
  const plan = new Plan(habits);
  const members = plan.members(field, rules, [], []);
  if (members === undefined) return undefined;
  // The last slot is that of the body itself.
  const places = new Places(plan.slots + 1);
  const read = readObject(members, plan.slots);
  return (bytes, isAscii) => {
    const source = new JsonSource(bytes, isAscii);
    places.begin();
    out.begin(isAscii);
    const isRead = isPlain(source) && read(source, places) && source.at === bytes.length;
    if (!isRead || !writeMembers(members, source, places)) return undefined;
    return new DirectBody(out.copied(), places.habits);
  };
}
