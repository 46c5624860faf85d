import type { AttributeContext, Subject } from './subject';

/** Complains of what a rule says about a source that it does not have. */
export function checkSourceless(
  { entry, path, attribute }: Subject,
  { complaints }: Pick<AttributeContext, 'complaints'>,
): void {
  const needless = (['codec', 'pick', 'onNull', 'onAbsent', 'required'] as const).filter(
    (key) => entry[key] !== undefined,
  );
  if (needless.length === 0) return;
  complaints.report(path, {
    code: 'source-missing',
    message: `the rule of ${attribute} has no source, so ${needless.join(' and ')} applies to nothing`,
    hint: 'add `from: ...`',
    part: 'key',
  });
}
