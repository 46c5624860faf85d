import { didYouMean } from '../document/didYouMean';
import type { Path } from '../document/document';
import type { Complaints } from './complaints';
import type { OperationEntry } from './mappingFile';
import type { LookupIndex, Operation, PathParameter } from './operation';
import { parameterNames } from './parameterNames';

const templateOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** How the v2 path of one operation is made from v1 path parameters. */
export interface ResolvedPath {
  readonly parameters: readonly PathParameter[];
  readonly path: Operation['v2']['path'];
  readonly lookup?: { readonly index: LookupIndex; readonly by: string; readonly fills: string };
}

/** Which v1 parameter feeds a v2 parameter, or which index finds it. */
type Feed = { readonly from: string } | { readonly index: LookupIndex; readonly by: string } | undefined;

interface PathContext {
  readonly entry: OperationEntry;
  readonly at: Path;
  readonly given: readonly string[];
  readonly indexes: ReadonlyMap<string, LookupIndex>;
  readonly complaints: Complaints;
}

function undefinedParameter(context: PathContext, path: Path, name: string): Feed {
  const hint = didYouMean(name, context.given);
  const message = `the v1 path has no parameter {${name}}`;
  context.complaints.report(path, { code: 'parameter-undefined', message, hint });
  return undefined;
}

function feedOf(name: string, context: PathContext): Feed {
  const { entry, at, given, indexes, complaints } = context;
  const written = entry.path?.[name];
  if (written === undefined) {
    return given.includes(name) ? { from: name } : undefinedParameter(context, [...at, 'v2'], name);
  }
  if ('from' in written) {
    const path = [...at, 'path', name, 'from'];
    return given.includes(written.from) ? written : undefinedParameter(context, path, written.from);
  }
  if (!given.includes(written.by))
    return undefinedParameter(context, [...at, 'path', name, 'by'], written.by);
  const index = indexes.get(written.index);
  if (index !== undefined) return { index, by: written.by };
  const hint = didYouMean(written.index, indexes.keys());
  const message = `there is no index ${written.index}`;
  complaints.report([...at, 'path', name, 'index'], { code: 'index-unknown', message, hint });
  return undefined;
}

function reportUntyped({ entry, at, given, complaints }: PathContext): void {
  for (const name of given.filter((parameter) => entry.parameters?.[parameter] === undefined)) {
    complaints.report([...at, 'v1'], {
      code: 'parameter-untyped',
      message: `nothing says what may stand for {${name}}`,
      hint: `add \`parameters: { ${name}: integer }\`, or \`text\` if it is not a number`,
    });
  }
}

function reportUnused(context: PathContext, needed: readonly string[], used: readonly string[]): void {
  const { entry, at, given, complaints } = context;
  for (const name of given.filter((parameter) => !used.includes(parameter))) {
    const message = `v1 path parameter {${name}} feeds nothing`;
    complaints.report([...at, 'v1'], { code: 'parameter-unused', message });
  }
  const declared = {
    path: [Object.keys(entry.path ?? {}), needed],
    parameters: [Object.keys(entry.parameters ?? {}), given],
  };
  for (const [section, [names, known]] of Object.entries(declared)) {
    for (const name of (names ?? []).filter((parameter) => !known?.includes(parameter))) {
      const message = `there is no path parameter {${name}} for this`;
      const hint = didYouMean(name, known ?? []);
      complaints.report([...at, section, name], { code: 'parameter-undefined', message, hint, part: 'key' });
    }
  }
}

/** Compiles the v2 path of one operation; complains about parameters that feed nothing or are fed by nothing. */
export function resolvePath(
  entry: OperationEntry,
  at: Path,
  indexes: ReadonlyMap<string, LookupIndex>,
  complaints: Complaints,
): ResolvedPath {
  const given = parameterNames(entry.v1);
  const needed = parameterNames(entry.v2);
  const context = { entry, at, given, indexes, complaints };
  const feeds = needed.map((name) => ({ name, feed: feedOf(name, context) }));
  const used = feeds.flatMap(({ feed }) =>
    feed === undefined ? [] : 'from' in feed ? [feed.from] : [feed.by],
  );
  reportUntyped(context);
  reportUnused(context, needed, used);
  const template = templateOf(entry.v2);
  const sources = new Map(feeds.map(({ name, feed }) => [name, feed && 'from' in feed ? feed.from : name]));
  const found = feeds.find(({ feed }) => feed !== undefined && 'index' in feed);
  const lookup = found?.feed && 'index' in found.feed ? { ...found.feed, fills: found.name } : undefined;
  return {
    parameters: given.map((name) => ({ name, type: entry.parameters?.[name] ?? 'text' })),
    path: (values) =>
      template.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values[sources.get(name) ?? name] ?? ''),
      ),
    ...(lookup === undefined ? {} : { lookup }),
  };
}
