import type { Field } from '../contract/field';
import type { Missing, Policy } from '../translation/rule';
import type { Source } from './sourcePath';
import type { AttributeContext, Subject } from './subject';

/** What is known of a source; `needed` where nothing may ever stand in for it. */
export interface MaybeMissing extends Pick<Source, 'nullable' | 'optional'> {
  readonly needed: boolean;
}

/** One of the two ways in which a source can have no value. */
interface State {
  readonly name: 'null' | 'absent';
  readonly key: 'onNull' | 'onAbsent';
  readonly pass: 'pass' | 'omit';
  readonly possible: boolean;
  /** True when v1 allows the attribute itself to be so. */
  readonly allowed: boolean;
  readonly needed: boolean;
}

function reportNeedless(state: State, { path, attribute }: Subject, { complaints }: AttributeContext): void {
  if (!state.possible && state.needed) {
    complaints.report([...path, state.key], {
      code: 'policy-unused',
      message: `an answer in which the source of ${attribute} is ${state.name} is refused, so ${state.key} applies to nothing`,
      hint: 'delete it',
      part: 'key',
    });
  } else if (!state.allowed) {
    complaints.report([...path, state.key], {
      code: 'policy-violates-contract',
      message: `v1 does not allow ${attribute} to be ${state.name}`,
      hint: 'give a `default` with its class and reason',
    });
  }
}

/** What v1 clients know for nothing: the live v1 sent nulls too, and PHP's empty maps and lists. */
function blank({ kind }: Field): Missing {
  if (kind === 'list') return { kind: 'blank', value: [] };
  return { kind: 'blank', value: kind === 'object' || kind === 'freeObject' ? {} : null };
}

function policy(state: State, subject: Subject, context: AttributeContext): Missing {
  const { entry, path, attribute, v1 } = subject;
  if (entry[state.key] !== undefined) {
    reportNeedless(state, subject, context);
    return { kind: 'pass' };
  }
  if (entry.default !== undefined) return { kind: 'default', value: entry.default };
  if (state.possible) {
    context.complaints.report(path, {
      code: `${state.name}-unhandled`,
      message: `the source of ${attribute} may be ${state.name}`,
      hint: `add ${state.allowed ? `\`${state.key}: ${state.pass}\` or ` : ''}a \`default\` with its class and reason`,
      part: 'key',
    });
  }
  return state.needed ? { kind: 'refuse' } : blank(v1);
}

function checkNeeded(subject: Subject, source: MaybeMissing, { complaints }: AttributeContext): void {
  const { entry, path, attribute } = subject;
  if (entry.required !== undefined && (source.needed || entry.default !== undefined)) {
    complaints.report([...path, 'required'], {
      code: 'required-unused',
      message: source.needed
        ? `nothing ever stands in for ${attribute}, so required applies to nothing`
        : `the default stands in for ${attribute}, so required applies to nothing`,
      hint: source.needed ? 'delete it' : 'delete one of the two',
      part: 'key',
    });
  }
  if (entry.default === undefined || !source.needed || source.nullable || source.optional) return;
  complaints.report([...path, 'default'], {
    code: 'policy-unused',
    message: `nothing ever stands in for ${attribute}, so the default applies to nothing`,
    hint: 'delete it, its class and its reason',
    part: 'key',
  });
}

/** What a rule does without a source value that can be read; complains where that is not said or says too much. */
export function missingPolicy(subject: Subject, source: MaybeMissing, context: AttributeContext): Policy {
  const { entry, v1 } = subject;
  checkNeeded(subject, source, context);
  const needed = source.needed || entry.required === true;
  const onNull = policy(
    { name: 'null', key: 'onNull', pass: 'pass', possible: source.nullable, allowed: v1.nullable, needed },
    subject,
    context,
  );
  const onAbsent = policy(
    {
      name: 'absent',
      key: 'onAbsent',
      pass: 'omit',
      possible: source.optional,
      allowed: v1.optional,
      needed,
    },
    subject,
    context,
  );
  return { onNull, onAbsent, onMisfit: needed ? { kind: 'refuse' } : onNull };
}
