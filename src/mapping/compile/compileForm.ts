import { z } from 'zod';
import { names, status } from '../yaml/mappingFile';
import { bodyEntry, evidenceTag } from '../yaml/ruleEntry';
import { isJsonObject, type JsonObject } from '../../contract/json';
import { failure, type Result, success } from '../../contract/result';
import { type Complaints, createComplaints, readAs } from '../yaml/complaints';
import { contractNamed, type ObjectField } from './namedContracts';
import { contracts as known } from '../../contract/contracts';
import { readDocument, type YamlDocument } from '../yaml/yamlDocument';
import type { Fault } from '../yaml/fileFault';
import { same } from '../codecs/codec';
import { compileBody } from '../translate/compileBody';
import { translationFrom } from '../translate/translateAnswer';
import { Mismatch } from '../translate/madeValue';
import type { BodyRule } from '../translate/translationRule';
import { invalidFields, nameInWords, compileRefusal } from '../translate/validationErrors';
import { validateBody } from '../translate/validateBody';
import type { Method, Operation } from './compiledOperation';
import { resolveBody } from './body/resolveBody';
import { routePath } from './pathParameters';
import type { MappingText } from '../yaml/mappingFolder';

const route = z.string().regex(/^POST \/v2(\/[\w.-]+)+$/, {
  error: 'is not a route such as `POST /v2/things`',
});

/** One form file: a deprecated v2 request, and the newer request that is sent in its place. */
const formFile = z.strictObject({
  form: z.string().min(1),
  old: route,
  new: route,
  success: status,
  evidence: z.strictObject({ path: evidenceTag, success: evidenceTag }),
  /** Names of v2 contracts. */
  contract: z.strictObject({ old: z.string(), new: z.string() }),
  fields: z.record(z.string(), bodyEntry),
  /** New member that is a list of texts -> label of a line -> old member. */
  lines: z.record(z.string(), names).optional(),
  /** A member that is required unless a second one is true. */
  requiredUnless: names.optional(),
});

type FormFile = z.infer<typeof formFile>;

/** One list of texts in a request, and the lines that form its only text. */
interface LabelledLines {
  /** Member of the new request. */
  readonly target: string;
  /** Label and old member of each line, in order. */
  readonly lines: readonly (readonly [label: string, member: string])[];
}

/**
 * Writes the given members as the labelled lines of one text (observed: `Login: a\nPassword: b`); without members there
 * is no text. The failure is a member that would take more than its line.
 */
function writeLines({ target, lines }: LabelledLines, body: JsonObject): Result<JsonObject, string> {
  const textLines: string[] = [];
  for (const [label, member] of lines) {
    const value = body[member];
    if (typeof value !== 'string') continue;
    if (/[\r\n]/.test(value)) return failure(member);
    textLines.push(`${label}: ${value}`);
  }
  return success(textLines.length === 0 ? {} : { [target]: [textLines.join('\n')] });
}

/** The contracts of both requests of a form. */
interface FormContracts {
  readonly old: ObjectField;
  readonly new: ObjectField;
}

function checkTarget(target: string, contracts: FormContracts, complaints: Complaints): void {
  const field = contracts.new.members.get(target);
  if (field?.kind === 'list' && field.element.kind === 'text') return;
  const message = `the new request has no list of texts ${target}`;
  complaints.reportKey(['lines', target], 'target-unknown', message, [target, contracts.new.members.keys()]);
}

/** Checks the members that become lines of texts against both requests. */
function resolveLines(
  { lines = {}, fields }: Pick<FormFile, 'lines' | 'fields'>,
  contracts: FormContracts,
  complaints: Complaints,
): readonly LabelledLines[] {
  for (const [target, labels] of Object.entries(lines)) {
    checkTarget(target, contracts, complaints);
    for (const [label, member] of Object.entries(labels)) {
      const path = ['lines', target, label];
      if (contracts.old.members.get(member)?.kind !== 'text') {
        const message = `the old request has no text ${member}`;
        complaints.report(path, 'body-field-unknown', message, [member, contracts.old.members.keys()]);
      } else if (Object.hasOwn(fields, member)) {
        const message = `${member} is a line here and has a rule`;
        complaints.report(path, 'line-and-field', message, 'delete one of them');
      }
    }
  }
  return Object.entries(lines).map(([target, labels]) => ({ target, lines: Object.entries(labels) }));
}

/** One form file, checked and compiled. It must not be used if there are faults. */
export interface ResolvedForm {
  readonly faults: readonly Fault[];
  readonly operation?: Operation;
}

type RequiredMembers = readonly (readonly [member: string, condition: string])[];

function checkRequired(required: RequiredMembers, old: ObjectField, complaints: Complaints): void {
  for (const name of required.flat()) {
    if (old.members.has(name)) continue;
    const message = `the old request has no ${name}`;
    complaints.report(['requiredUnless'], 'body-field-unknown', message, [name, old.members.keys()]);
  }
}

/** Finds missing members whose condition is not true (spec 4.2). */
function missingErrors(required: RequiredMembers, body: JsonObject): Record<string, string[]> {
  const lacking = required.filter(
    ([member, unless]) => body[unless] !== true && (body[member] ?? null) === null,
  );
  return Object.fromEntries(
    lacking.map(([member, unless]) => [
      member,
      [`The ${nameInWords(member)} field is required unless ${nameInWords(unless)} is true.`],
    ]),
  );
}

/** Compiles the check and the translation of an old request: fields by rules, the others as lines of a text. */
function compileFormBody(
  old: ObjectField,
  rules: readonly BodyRule[],
  lines: readonly LabelledLines[],
  required: RequiredMembers,
): NonNullable<Operation['body']> {
  const convert = compileBody(rules);
  return (body) => {
    const checked = validateBody(old, body);
    if (!checked.ok) return checked;
    const lacking = missingErrors(required, checked.value);
    if (Object.keys(lacking).length > 0) return invalidFields(lacking);
    const converted = convert(checked.value);
    const bodyParts = [converted, ...lines.map((labelledLines) => writeLines(labelledLines, checked.value))];
    const json: JsonObject = {};
    for (const bodyPart of bodyParts) {
      if (!bodyPart.ok)
        return invalidFields({
          [bodyPart.failure]: [`The ${nameInWords(bodyPart.failure)} field format is invalid.`],
        });
      Object.assign(json, bodyPart.value);
    }
    return success({ json });
  };
}

/** Assigns v2's errors about a text to the member in its first line. */
const lineNames = (lines: readonly LabelledLines[], position: string): readonly BodyRule[] =>
  lines.flatMap(({ target, lines: [firstLine] }) =>
    [[target], [target, '0']].flatMap((path): readonly BodyRule[] =>
      firstLine === undefined
        ? []
        : [{ kind: 'value', name: firstLine[1], place: position, target: path, codec: same }],
    ),
  );

/** Method of forms, which all create a resource. */
const METHOD: Method = 'POST';

/** Checks one parsed form against both requests and compiles it: the old request is its v1 side. */
function resolveForm(document: YamlDocument, file: FormFile): ResolvedForm {
  const complaints = createComplaints(document);
  const old = contractNamed(known.v2, file.contract.old, ['contract', 'old'], complaints);
  const next = contractNamed(known.v2, file.contract.new, ['contract', 'new'], complaints);
  if (old === undefined || next === undefined) return { faults: complaints.faults };
  const lines = resolveLines(file, { old, new: next }, complaints);
  const required = Object.entries(file.requiredUnless ?? {});
  checkRequired(required, old, complaints);
  const exemptNames = new Set(lines.flatMap((each) => each.lines.map(([, member]) => member)));
  const { rules } = resolveBody(
    { entries: file.fields, path: ['fields'], v1: old, v2: next, exemptNames },
    { complaints, dates: 'unix', creates: true },
  );
  const names = [...rules, ...lineNames(lines, complaints.place(['lines']))];
  const operation: Operation = Object.freeze({
    name: file.form,
    resource: 'deprecated form',
    v1: { method: METHOD, template: routePath(file.old), parameters: [], success: file.success },
    v2: { method: METHOD, template: routePath(file.new), path: () => routePath(file.new) },
    body: compileFormBody(old, rules, lines, required),
    answer: translationFrom((body) =>
      isJsonObject(body) ? success(body) : failure(new Mismatch('', 'object')),
    ),
    refusal: compileRefusal(names),
  });
  return { faults: complaints.faults, operation };
}

/** Checks and compiles one form file. */
export function compileForm({ file, text }: MappingText): ResolvedForm {
  const document = readDocument(file, text);
  const form = readAs(formFile, document);
  return form.ok ? resolveForm(document, form.value) : { faults: form.failure };
}
