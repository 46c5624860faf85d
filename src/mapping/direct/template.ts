import type { JsonSource } from './jsonSource';
import { ABSENT, type Found, type Scan, type Slot } from './found';

/** A value of a template. */
interface Hole {
  readonly scan: Scan;
  /** Set for a text that may be any: of these there are most. */
  readonly text: Slot | undefined;
}

/** A hole in the resource that a template is read off. */
interface PlacedHole extends Hole {
  readonly start: number;
  readonly end: number;
}

/** A resource with its values left out. */
interface Template {
  readonly holes: readonly (Hole & { readonly before: Uint8Array })[];
  /** The text behind the last. */
  readonly rest: Uint8Array;
  /** Places of all slots, of which those of the values are replaced. */
  readonly starts: Int32Array;
  /** Indexes of the forms of objects, and of what is absent. */
  readonly counted: readonly number[];
  /** Members; what is inside the values is counted as it is gone over. */
  readonly members: number;
}

const NULL_LENGTH = 4;

function holeAt(slot: Slot, { starts, ends }: Found): PlacedHole {
  const end = ends[slot.slot] ?? 0;
  const begin = starts[slot.slot] ?? ABSENT;
  const isAnyText = slot.field.kind === 'text' && (slot.field.known === undefined || slot.field.secret);
  const start = begin < 0 ? end - NULL_LENGTH : begin;
  return { start, end, scan: slot.scan, text: isAnyText ? slot : undefined };
}

/** Reads the template off a resource that was gone over, from `start` on. */
function templateOf(source: JsonSource, start: number, slots: readonly Slot[], found: Found): Template {
  const holes: PlacedHole[] = [];
  const counted: number[] = [];
  let members = 0;
  const visit = (from: number, to: number): void => {
    for (let at = from; at < to;) {
      const slot = slots[at];
      if (slot === undefined) return;
      const state = found.starts[at] ?? ABSENT;
      if (state === ABSENT) {
        if (slot.absent !== undefined) counted.push(slot.absent);
      } else if (slot.field.kind === 'object' && state >= 0) {
        counted.push(slot.usualForm);
        // The resource itself is no member of it.
        if (at > 0) members += 1;
        visit(at + 1, slot.end);
      } else holes.push(holeAt(slot, found));
      at = slot.end;
    }
  };
  visit(0, 1);
  for (const { start: begin, end, path, name } of found.unknown) {
    const isInside = begin < start || holes.some((hole) => hole.start <= begin && begin < hole.end);
    if (!isInside) {
      const scan: Scan = (from, into) => into.addUnknown(from, path, name);
      holes.push({ start: begin, end, scan, text: undefined });
    }
  }
  holes.sort((one, other) => one.start - other.start);
  let end = start;
  const placed = holes.map((hole) => {
    const before = source.part(end, hole.start);
    ({ end } = hole);
    return { before, scan: hole.scan, text: hole.text };
  });
  const rest = source.part(end, source.at);
  return { holes: placed, rest, starts: found.starts.slice(), counted, members: members + holes.length };
}

function matches({ holes, rest, counted }: Template, source: JsonSource, found: Found): boolean {
  for (const { before, text, scan } of holes) {
    if (!source.skipWord(before)) return false;
    if (text === undefined) {
      if (!scan(source, found)) return false;
      continue;
    }
    const start = source.at;
    if (source.skipText()) {
      found.note(text.slot, start, source.at);
      found.count(text.usualForm);
    } else if (!scan(source, found)) return false;
  }
  for (const place of counted) found.count(place);
  return source.skipWord(rest);
}

/**
 * A reading that tries at first whether a resource is written like the one before, as nearly all are: then nobody has to
 * find out what its members are. Whatever it is not, `scan` reads.
 */
export function scanAlike(scan: Scan, slots: readonly Slot[], found: Found): Scan {
  const ordered = slots.toSorted((one, other) => one.slot - other.slot);
  const counts = new Int32Array(found.counts.length);
  let template: Template | undefined;
  return (source) => {
    const { at, values, depth } = source;
    if (template !== undefined) {
      const unknown = found.unknown.length;
      counts.set(found.counts);
      found.starts.set(template.starts);
      if (source.counts(template.members) && matches(template, source, found)) return true;
      source.back({ at, values, depth });
      found.counts.set(counts);
      found.unknown.length = unknown;
    }
    if (!scan(source, found)) return false;
    template = templateOf(source, at, ordered, found);
    return true;
  };
}
