import type { Missing } from '../translation/rule';
import type { Source } from './sourcePath';
import type { AttributeContext, Subject } from './subject';

type MaybeMissing = Pick<Source, 'nullable' | 'optional'>;

/** One of the two ways in which a source can have no value. */
interface State {
  readonly name: 'null' | 'absent';
  readonly key: 'onNull' | 'onAbsent';
  readonly pass: 'pass' | 'omit';
  readonly possible: boolean;
  /** True when v1 allows the attribute itself to be so. */
  readonly allowed: boolean;
}

function reportNeedless(state: State, { path, attribute }: Subject, { complaints }: AttributeContext): void {
  if (!state.possible) {
    complaints.report([...path, state.key], {
      code: 'policy-unused',
      message: `the source of ${attribute} is never ${state.name}, so ${state.key} applies to nothing`,
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

function policy(state: State, subject: Subject, context: AttributeContext): Missing {
  const { entry, path, attribute } = subject;
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
  return { kind: 'fail' };
}

function checkNeeded(subject: Subject, source: MaybeMissing, { complaints }: AttributeContext): void {
  const { entry, path, attribute } = subject;
  if (entry.default === undefined || source.nullable || source.optional) return;
  complaints.report([...path, 'default'], {
    code: 'policy-unused',
    message: `the source of ${attribute} is always there, so the default applies to nothing`,
    hint: 'delete it, its class and its reason',
    part: 'key',
  });
}

/** What a rule does with a null and with an absent source; complains where that is not said or says too much. */
export function missingPolicy(
  subject: Subject,
  source: MaybeMissing,
  context: AttributeContext,
): { readonly onNull: Missing; readonly onAbsent: Missing } {
  const whenNull: State = {
    name: 'null',
    key: 'onNull',
    pass: 'pass',
    possible: source.nullable,
    allowed: subject.v1.nullable,
  };
  const whenAbsent: State = {
    name: 'absent',
    key: 'onAbsent',
    pass: 'omit',
    possible: source.optional,
    allowed: subject.v1.optional,
  };
  checkNeeded(subject, source, context);
  return {
    onNull: policy(whenNull, subject, context),
    onAbsent: policy(whenAbsent, subject, context),
  };
}
