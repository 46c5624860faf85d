import type { TextEdit } from './edit';

/** Another text in place of one. */
export function editText(value: string, edit: TextEdit): string {
  switch (edit.kind) {
    case 'words':
      return new Map(Object.entries(edit.words)).get(value) ?? value;
    case 'case':
      return edit.to === 'upper' ? value.toUpperCase() : value.toLowerCase();
    case 'append':
      return value + edit.text;
  }
}
