import { type Field, joinPath } from '../contract/field';
import type { CountedForms, FormPlace } from '../contract/valueForms';
import { noteNewField, type SeenCount, seenCountOf, type ShapeRegistry } from './shapeRegistry';

/** Adds forms that were counted in another pass to what was seen. */
type AddForms = (forms: CountedForms) => void;

/**
 * Compiles the adding of forms that are counted for one resource to those of an answer, or of a list, that stands at
 * `at`. They are all promised, but for members that the contract does not have.
 */
export function compileAdding(field: Field, at: string, registry: ShapeRegistry): AddForms {
  const isList = field.kind === 'list';
  const base = isList ? `${at}[]` : at;
  const list = isList ? seenCountOf(registry.formsAt(at), 'list') : undefined;
  const placeOf = (path: string) => (path === '' ? base : joinPath(base, path));
  const seenAt = ({ path, form, word }: FormPlace): SeenCount =>
    form === undefined
      ? seenCountOf(registry.wordsAt(placeOf(path)), word)
      : seenCountOf(registry.formsAt(placeOf(path)), form);
  let bound: { readonly places: readonly FormPlace[]; readonly seen: readonly SeenCount[] } | undefined;
  return ({ places, counts, unknown }) => {
    if (bound?.places !== places) bound = { places, seen: places.map(seenAt) };
    // Their entries would be made for each answer.
    let index = 0;
    for (const seen of bound.seen) {
      seen.count += counts[index] ?? 0;
      index += 1;
    }
    if (list !== undefined) list.count += 1;
    for (const { path, name, form } of unknown) {
      const place = placeOf(path);
      // The filter is there: whoever observes the same answers opened it.
      noteNewField(registry, place, registry.namesAt(place, 0)(name), form);
    }
  };
}
