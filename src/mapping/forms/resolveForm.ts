import { contracts as known } from '../../contract/contracts';
import { isJsonObject, type JsonObject } from '../../contract/json';
import { didYouMean } from '../../document/didYouMean';
import type { Document } from '../../document/document';
import type { Fault } from '../../document/fault';
import { same } from '../../translation/codecs/same';
import { compileBody } from '../../translation/compileBody';
import { printingWhatIsRead } from '../../translation/answerTranslation';
import { Mismatch } from '../../translation/mismatch';
import { failure, type Result, success } from '../../translation/result';
import type { BodyRule } from '../../translation/rule';
import { spoken } from '../../translation/spoken';
import { summarize } from '../../translation/summarize';
import { translateRefusal } from '../../translation/translateRefusal';
import { validateBody } from '../../translation/validateBody';
import type { Validation } from '../../translation/validation';
import { type Complaints, createComplaints } from '../complaints';
import { contractNamed, type ObjectField } from '../contractNamed';
import type { Method, Operation } from '../operation';
import { resolveBody } from '../resolveBody';
import { routePath } from '../routePath';
import type { FormFile } from './formFile';
import { resolveLines } from './resolveLines';
import { type Lines, writeLines } from './writeLines';

/** One form file, checked and compiled. Not to be used when there are faults. */
export interface ResolvedForm {
  readonly faults: readonly Fault[];
  readonly operation?: Operation;
}

type Required = readonly (readonly [member: string, condition: string])[];

function checkRequired(required: Required, old: ObjectField, complaints: Complaints): void {
  for (const name of required.flat()) {
    if (old.members.has(name)) continue;
    const hint = didYouMean(name, old.members.keys());
    const message = `the old request has no ${name}`;
    complaints.report(['requiredUnless'], { code: 'body-field-unknown', message, hint });
  }
}

const invalid = (errors: Record<string, string[]>): Result<never, Validation> =>
  failure({ message: summarize(errors), errors });

/** The members that are not there although their condition is not true (spec 4.2). */
function missing(required: Required, body: JsonObject): Record<string, string[]> {
  const lacking = required.filter(
    ([member, unless]) => body[unless] !== true && (body[member] ?? null) === null,
  );
  return Object.fromEntries(
    lacking.map(([member, unless]) => [
      member,
      [`The ${spoken(member)} field is required unless ${spoken(unless)} is true.`],
    ]),
  );
}

interface Compiled {
  readonly old: ObjectField;
  readonly rules: readonly BodyRule[];
  readonly lines: readonly Lines[];
  readonly required: Required;
}

function translate({ old, rules, lines, required }: Compiled): NonNullable<Operation['body']> {
  const convert = compileBody(rules);
  return (body) => {
    const checked = validateBody(old, body);
    if (!checked.ok) return checked;
    const lacking = missing(required, checked.value);
    if (Object.keys(lacking).length > 0) return invalid(lacking);
    const converted = convert(checked.value);
    const parts = [converted, ...lines.map((each) => writeLines(each, checked.value))];
    const json: JsonObject = {};
    for (const part of parts) {
      if (!part.ok)
        return invalid({ [part.failure]: [`The ${spoken(part.failure)} field format is invalid.`] });
      Object.assign(json, part.value);
    }
    return success({ json });
  };
}

/** What v2 says of a text is told of the member in its first line. */
const lineNames = (lines: readonly Lines[], place: string): readonly BodyRule[] =>
  lines.flatMap(({ target, lines: [first] }) =>
    first === undefined
      ? []
      : [[target], [target, '0']].map((path) => ({
          ...{ kind: 'value' as const, name: first[1], place, target: path, codec: same },
        })),
  );

/** Forms make something new. */
const METHOD: Method = 'POST';

/** Checks one parsed form against both requests and compiles it: the old request is its v1 side. */
export function resolveForm(document: Document, file: FormFile): ResolvedForm {
  const complaints = createComplaints(document);
  const old = contractNamed(known.v2, file.contract.old, ['contract', 'old'], complaints);
  const next = contractNamed(known.v2, file.contract.new, ['contract', 'new'], complaints);
  if (old === undefined || next === undefined) return { faults: complaints.faults };
  const lines = resolveLines(file, { old, new: next }, complaints);
  const required = Object.entries(file.requiredUnless ?? {});
  checkRequired(required, old, complaints);
  const spent = new Set(lines.flatMap((each) => each.lines.map(([, member]) => member)));
  const { rules } = resolveBody(
    { entries: file.fields, path: ['fields'], v1: old, v2: next, spent },
    { complaints, dates: 'unix', creates: true },
  );
  const names = [...rules, ...lineNames(lines, complaints.place(['lines']))];
  const operation: Operation = Object.freeze({
    name: file.form,
    resource: 'deprecated form',
    v1: { method: METHOD, template: routePath(file.old), parameters: [], success: file.success },
    v2: {
      method: METHOD,
      template: routePath(file.new),
      path: () => routePath(file.new),
    },
    body: translate({ old, rules, lines, required }),
    answer: printingWhatIsRead((body) =>
      isJsonObject(body) ? success(body) : failure(new Mismatch('', 'object')),
    ),
    refusal: translateRefusal(names),
  });
  return { faults: complaints.faults, operation };
}
