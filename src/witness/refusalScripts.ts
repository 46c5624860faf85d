import type { Json } from '../contract/json';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';
import type { BodyRule } from '../translation/rule';
import { spoken } from '../translation/spoken';
import { withBranchAt } from './withBranchAt';

function targetsOf(rules: readonly BodyRule[]): readonly string[] {
  return rules.flatMap((rule) =>
    rule.kind === 'object' ? targetsOf(rule.members) : [rule.target.join('.')],
  );
}

/** What v2 says when it takes none of the fields. */
function refusalOf(targets: readonly string[]): Json {
  const text = (target: string) => `The ${spoken(target)} field is invalid.`;
  const errors = Object.fromEntries(targets.map((target) => [target, [text(target)]]));
  return { message: text(targets[0] ?? ''), errors };
}

/** Scripts of requests that are refused, by v1's own rules and by v2; none for an operation without a body. */
export function refusalScripts(
  { body }: ResolvedOperation,
  { request, answer }: Omit<Script, 'name'>,
): readonly Script[] {
  if (body === undefined) return [];
  const conditions = Object.entries(body.requiredWhen).map(([member, condition]): Script => {
    const decided = withBranchAt(request.body ?? {}, [condition], true) ?? {};
    const lacking = withBranchAt(decided, [member], undefined) ?? {};
    const name = `asks for ${spoken(member)} when ${spoken(condition)} is true`;
    return { name, request: { ...request, body: lacking }, answer };
  });
  const targets = targetsOf(body.rules);
  const refused = targets.length === 0 ? [...body.v1.members.keys()] : targets;
  const refusal = { status: 422, body: refusalOf(refused) };
  return [
    { name: 'names what is missing', request: { ...request, body: {} }, answer },
    ...conditions,
    { name: "hands v2's errors on in v1's names", request, answer: () => refusal },
  ];
}
