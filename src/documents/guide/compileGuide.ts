import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';
import { inOrder } from '../inOrder';
import type { Publication } from '../publication';
import { heading, slug } from '../words';
import { exampleOf } from './exampleOf';
import { generalRows } from './generalRows';
import type { Guide, GuideChapter, GuideOperation } from './guide';
import { operationNotes } from './operationNotes';
import { readRow } from './readRow';
import { sendRows } from './sendRows';

function operationSection(
  resource: ResolvedResource,
  resolved: ResolvedOperation,
  { fixtures }: Publication,
): GuideOperation {
  const { operation, body, ownAnswer } = resolved;
  const { name, v1, v2 } = operation;
  return {
    anchor: `${slug(resource.name)}-${slug(name)}`,
    title: heading(name),
    v1: `${v1.method} ${v1.template}`,
    v2: `${v2.method} ${v2.template}`,
    notes: operationNotes(resource, resolved),
    sends: body === undefined ? [] : sendRows(body),
    reads: ownAnswer === undefined ? [] : ownAnswer.ledger.map((line) => readRow(line, ownAnswer)),
    ...exampleOf(operation, fixtures),
  };
}

function chapter(resource: ResolvedResource, publication: Publication): GuideChapter {
  const { name, operations, ledger } = resource;
  return {
    anchor: `resource-${slug(name)}`,
    title: heading(name),
    operations: operations.map((resolved) => operationSection(resource, resolved, publication)),
    reads: ledger.attributes.map((line) => readRow(line, resource)),
    news: ledger.drops.map(({ field, reason }) => ({ field, reason })),
  };
}

/** The migration guide: per operation and field what a client of v1 sends and reads, and what it is in v2. */
export function compileGuide(publication: Publication): Guide {
  const ordered = inOrder(publication);
  const { version, hash, resources } = ordered;
  const chapters = resources.map((resource) => chapter(resource, ordered));
  return { version, hash, general: generalRows, chapters };
}
