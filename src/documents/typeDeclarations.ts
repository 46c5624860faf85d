import type { LedgerAttribute, LedgerMember } from '../mapping/compile/ledger';
import type { ResolvedResource } from '../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../mapping/compile/resolveOperation';
import { inOrder, type Publication, typeName } from './publication';
import { type Comments, sharedTypes, typeText } from './typeText';

const origin = ({ class: lossClass, source, codec, reason }: LedgerAttribute): string =>
  [
    source === undefined ? 'v2 has none' : `v2 \`${source}\``,
    lossClass,
    codec === undefined || codec === 'same' ? undefined : codec,
    reason,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const destination = ({ class: lossClass, target, codec }: LedgerMember): string =>
  [`v2 \`${target}\``, lossClass, ...(codec === 'same' ? [] : [codec])].join(', ');

const plainSide = { dates: 'unix', comments: new Map() } as const;

function declaration(about: string, name: string, text: string): string {
  return `/** ${about} */\nexport type ${name} = ${text};\n`;
}

function attributeTypes({ name, v1, v2, dates, ledger }: ResolvedResource): readonly string[] {
  const comments: Comments = new Map(ledger.attributes.map((line) => [line.attribute, origin(line)]));
  const base = typeName(name);
  return [
    declaration('The attributes of a v1 answer.', `${base}V1`, typeText(v1, { dates, comments })),
    declaration('The `data` of a v2 answer.', `${base}V2`, typeText(v2, plainSide)),
  ];
}

function requestTypes(
  { dates }: ResolvedResource,
  { operation, body }: ResolvedOperation,
): readonly string[] {
  if (body === undefined) return [];
  const comments: Comments = new Map(body.ledger.map((line) => [line.member, destination(line)]));
  const base = typeName(operation.name);
  const { v1, v2 } = operation;
  return [
    declaration(
      `The body of \`${v1.method} ${v1.template}\`.`,
      `${base}RequestV1`,
      typeText(body.v1, { dates, comments }),
    ),
    ...(body.v2 === undefined
      ? []
      : [
          declaration(
            `The body of \`${v2.method} ${v2.template}\`.`,
            `${base}RequestV2`,
            typeText(body.v2, plainSide),
          ),
        ]),
  ];
}

const requestName = ({ operation, body }: ResolvedOperation, side: 'V1' | 'V2'): string =>
  body === undefined || (side === 'V2' && body.v2 === undefined)
    ? 'undefined'
    : `${typeName(operation.name)}Request${side}`;

/** The v2 answer: a page, the resource, or what the types do not show. */
function heldAnswer({ operation, ownAnswer }: ResolvedOperation, resource: string): string {
  if (ownAnswer !== undefined) return 'unknown';
  return operation.list === undefined ? `Data<${resource}>` : `Data<readonly ${resource}[]>`;
}

/** The v1 answer: the resource, several of them, or what the operation says instead. */
function answerType(resource: ResolvedResource, { operation, ownAnswer }: ResolvedOperation): string {
  const envelope = `Envelope<${JSON.stringify(resource.envelope.type)}, ${typeName(resource.name)}V1>`;
  if (ownAnswer !== undefined) return typeText(ownAnswer.v1, { dates: resource.dates, comments: new Map() });
  if (operation.list !== undefined) return `Page<${envelope}>`;
  if (operation.acknowledgement !== undefined) return `${envelope} | { readonly message: string }`;
  return operation.each === undefined ? envelope : `Several<${envelope}>`;
}

function operationEntry(resource: ResolvedResource, resolved: ResolvedOperation): string {
  const { name, v1, v2 } = resolved.operation;
  const base = typeName(resource.name);
  const envelope = answerType(resource, resolved);
  const data = heldAnswer(resolved, `${base}V2`);
  return `  /** v1 \`${v1.method} ${v1.template}\`, v2 \`${v2.method} ${v2.template}\`. */
  readonly ${name}: {
    readonly v1: { readonly request: ${requestName(resolved, 'V1')}; readonly answer: ${envelope} };
    readonly v2: { readonly request: ${requestName(resolved, 'V2')}; readonly answer: ${data} };
  };
`;
}

/** TypeScript declarations of every request and answer, v1 and v2 side by side, as the text of a `.d.ts` file. */
export function typeDeclarations(publication: Publication): string {
  const { resources, hash, version } = inOrder(publication);
  const entries = resources.flatMap((resource) =>
    resource.operations.map((resolved) => operationEntry(resource, resolved)),
  );
  return [
    `// Written by Lifeboat ${version} from the mappings ${hash}.\n`,
    sharedTypes,
    ...resources.flatMap(attributeTypes),
    ...resources.flatMap((resource) =>
      resource.operations.flatMap((resolved) => requestTypes(resource, resolved)),
    ),
    `/** Every operation, as v1 has it and as v2 has it. */\nexport interface Operations {\n${entries.join('')}}\n`,
  ].join('\n');
}
