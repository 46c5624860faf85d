// Of Node 22 and later (TC39 proposal-json-parse-with-source); TypeScript does not know them yet. This file is not built:
// what a module declares as global is also declared for whoever installs the package.
interface JSON {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (this: unknown, name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}
