/** Where the value of a setting came from. */
export type Source =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'option'; readonly name: string };

/** A source for people, e.g. `lifeboat.yaml:3`. */
export function renderSource(source: Source): string {
  switch (source.kind) {
    case 'default':
      return 'default';
    case 'file':
      return `${source.file}:${String(source.line)}`;
    case 'variable':
    case 'option':
      return source.name;
  }
}
