import { html, type Html } from '../htmlPage';
import type { Guide, GuideRow } from './migrationGuide';

/** Anchor of the index. */
export const INDEX_ANCHOR = 'v1-fields';

/** A place of the guide that explains a field. */
interface Place {
  readonly anchor: string;
  readonly text: string;
}

/** Lists the places of the guide by the v1 field that they explain, sorted by its name. */
function placesByField({ chapters }: Guide): readonly (readonly [field: string, places: readonly Place[]])[] {
  const places = new Map<string, Place[]>();
  const add = (rows: readonly GuideRow[], place: Place): void => {
    for (const field of new Set(rows.map(({ v1 }) => v1)))
      places.set(field, [...(places.get(field) ?? []), place]);
  };
  for (const { anchor, title, reads, operations } of chapters) {
    add(reads, { anchor: `${anchor}-fields`, text: `${title}: you read` });
    for (const one of operations) {
      add(one.sends, { anchor: one.anchor, text: `${one.title}: you send` });
      add(one.reads, { anchor: one.anchor, text: `${one.title}: you read` });
    }
  }
  return [...places].toSorted(([one], [other]) => one.localeCompare(other, 'en'));
}

const rowOf = (field: string, places: readonly Place[]): Html =>
  html`<tr>
    <th scope="row"><code>${field}</code></th>
    <td>
      <ul>
        ${places.map(({ anchor, text }) => html`<li><a href="#${anchor}">${text}</a></li>`)}
      </ul>
    </td>
  </tr> `;

/** Renders the index: every v1 field, and where the guide says what becomes of it. */
export const fieldIndex = (guide: Guide): Html =>
  html`<h2 id="${INDEX_ANCHOR}">Fields of v1</h2>
    <div class="scroll" role="region" aria-label="Index of v1 fields" tabindex="0">
      <table class="index">
        <caption>
          Index of v1 fields
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Explained at</th>
          </tr>
        </thead>
        <tbody>
          ${placesByField(guide).map((entry) => rowOf(...entry))}
        </tbody>
      </table>
    </div> `;
