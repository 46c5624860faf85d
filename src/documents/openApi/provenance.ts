import type { JsonObject } from '../../contract/json';
import type { LedgerAttribute } from '../../mapping/ledger';
import type { Annotations } from './annotate';

function note({ attribute: _, class: lossClass, place, ...line }: LedgerAttribute): JsonObject {
  return { class: lossClass, ...line, rule: place };
}

/** Where v1 attributes come from, in the ledger's words. */
export const provenance = (lines: readonly LedgerAttribute[]): Annotations =>
  new Map(lines.map((line) => [line.attribute, note(line)]));
