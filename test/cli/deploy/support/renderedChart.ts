import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An object of Kubernetes, as far as tests look into it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly spec: object;
  readonly data?: Readonly<Record<string, string>>;
}

const at = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], values);

/** The values that a chart brings. */
export const chartValues = (chart: string): unknown =>
  parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));

/**
 * Fills the templates of a chart as Helm would. They use three forms alone: a value as JSON, a condition around a whole
 * file, and braces that are meant; anything else is a fault.
 */
export function renderedChart(chart: string, values = chartValues(chart)): readonly KubernetesObject[] {
  const folder = join(chart, 'templates');
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [, condition, content = text] =
      /^\{\{- if \.Values\.(\w+\.enabled) \}\}\n([^]*)\{\{- end \}\}\n$/.exec(text) ?? [];
    if (condition !== undefined && at(values, condition) !== true) return [];
    const filled = content.replaceAll(/\{\{ (.*?) \}\}/g, (form, action: string) => {
      if (action === '"{{"') return '{{';
      const [, path] = /^toJson \.Values\.([\w.]+)$/.exec(action) ?? [];
      const value = path === undefined ? undefined : at(values, path);
      if (value === undefined) throw new Error(`${name}: ${form} is nothing that Helm can fill`);
      return JSON.stringify(value);
    });
    return [parse(filled) as KubernetesObject];
  });
}
