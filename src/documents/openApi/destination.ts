import type { JsonObject } from '../../contract/json';
import type { LedgerMember } from '../../mapping/ledger';
import type { Annotations } from './annotate';

function note({ member: _, class: lossClass, place, words, ...line }: LedgerMember): JsonObject {
  return { class: lossClass, ...line, ...(words === undefined ? {} : { words: { ...words } }), rule: place };
}

/** Where the members of a v1 request go, in the ledger's words. */
export const destination = (lines: readonly LedgerMember[]): Annotations =>
  new Map(lines.map((line) => [line.member, note(line)]));
