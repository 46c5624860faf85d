import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../support/builtProgram.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { chartValues, type KubernetesObject, renderedChart } from './support/renderedChart.ts';
import {
  DEPLOYED_DATABASE,
  DEPLOYED_SECRET,
  DEPLOYED_SETTINGS,
  writeDeployed,
} from './support/writeDeployed.ts';

const folder = temporaryFolder();
const write = writeDeployed(folder);

/** The objects of a manifest by kind; those of Kubernetes itself fit the API types. */
function objectsOf(settings: string): ReadonlyMap<string, KubernetesObject> {
  const file = write('kubernetes', settings)('lifeboat.kubernetes.yaml');
  const documents = parseAllDocuments(readFileSync(file, 'utf8'));
  const objects = documents.map((document) => document.toJSON() as KubernetesObject);
  checkTypes(objects);
  return new Map(objects.map((object) => [object.kind, object]));
}

/** Checks objects against the API types. */
function checkTypes(objects: readonly KubernetesObject[]): void {
  const places: Readonly<Record<string, string>> = {
    Deployment: 'apps/v1',
    StatefulSet: 'apps/v1',
    HorizontalPodAutoscaler: 'autoscaling/v2',
    PersistentVolumeClaim: 'core/v1',
    Service: 'core/v1',
    PodDisruptionBudget: 'policy/v1',
    ConfigMap: 'core/v1',
    NetworkPolicy: 'networking/v1',
  };
  const lines = objects.map(({ kind: name, ...remainingEntry }, index) => {
    const value = JSON.stringify({ kind: name, ...remainingEntry });
    return `import type { ${name} as T${index} } from 'kubernetes-types/${places[name] ?? ''}';
      export const object${index}: T${index} = ${value};`;
  });
  writeFileSync(folder.path('objects.ts'), lines.join('\n'));
  symlinkSync(join(ROOT, 'node_modules'), folder.path('node_modules'));
  const how = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'objects.ts'];
  const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
  expect(spawnSync(join(ROOT, 'node_modules/.bin/tsc'), how, options).stdout).toBe('');
}

describe('the manifest for Kubernetes', () => {
  it('holds objects of known API types, and one pod that ends before the next begins', () => {
    expect(objectsOf(DEPLOYED_SETTINGS).get('Deployment')?.spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'Recreate' },
      template: { spec: { restartPolicy: 'Always' } },
    });
  });

  it('holds pods that scale for a shared database, each with a volume for its writes under way', () => {
    const objects = objectsOf(DEPLOYED_SETTINGS + DEPLOYED_DATABASE);
    const environment: unknown = { name: 'LIFEBOAT_STORE', valueFrom: expect.anything() as object };
    expect(objects.get('StatefulSet')?.spec).toMatchObject({
      // A rollout would leave older pods on the tables of a newer version.
      updateStrategy: { type: 'OnDelete' },
      template: { spec: { containers: [{ env: expect.arrayContaining([environment]) as unknown }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
    });
    expect(objects.get('HorizontalPodAutoscaler')?.spec).toMatchObject({
      scaleTargetRef: { kind: 'StatefulSet', name: 'lifeboat' },
    });
  });
});

describe('the Helm chart', () => {
  const ofPrometheus = (object: KubernetesObject): boolean =>
    /^(?:ServiceMonitor|PrometheusRule)$/.test(object.kind);

  it.each([
    ['one pod', DEPLOYED_SETTINGS, 'Deployment'],
    ['pods that share a database', DEPLOYED_SETTINGS + DEPLOYED_DATABASE, 'StatefulSet'],
  ])('of %s holds objects of known API types', (_what, settings, workload) => {
    const objects = renderedChart(write('helm', settings)('chart'));
    checkTypes(objects);
    expect(objects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([workload, 'NetworkPolicy', 'PodDisruptionBudget', 'ConfigMap', 'Service']),
    );
    expect(objects.filter(ofPrometheus)).toEqual([]);
  });

  it('has values that fit its schema, and refuses unknown values', () => {
    const at = write('helm');
    const schema = JSON.parse(readFileSync(at('chart/values.schema.json'), 'utf8')) as object;
    const fits = new Ajv({ strict: false }).compile(schema);
    const values = chartValues(at('chart')) as Readonly<Record<string, unknown>>;
    expect([fits(values), fits.errors]).toEqual([true, null]);
    expect(
      [{ replica: 1 }, { replicas: 2 }, { storage: 'much' }].map((wrong) => fits({ ...values, ...wrong })),
    ).toEqual([false, false, false]);
    expect(Object.keys(parse(readFileSync(at('chart/Chart.yaml'), 'utf8')) as object)).toEqual(
      expect.arrayContaining(['apiVersion', 'name', 'version', 'appVersion', 'description', 'type']),
    );
  });

  it('takes image, replicas, storage and variables from its values', () => {
    const chart = write('helm', DEPLOYED_SETTINGS + DEPLOYED_DATABASE)('chart');
    const chosen = { image: 'shop/boat:7', replicas: 5, storage: '9Gi', env: { OTEL_SERVICE_NAME: 'boat' } };
    const objects = renderedChart(chart, { ...(chartValues(chart) as object), ...chosen });
    const text = JSON.stringify(objects);
    expect(text.match(/"image":"[^"]*"/g)).toEqual(['"image":"shop/boat:7"', '"image":"shop/boat:7"']);
    expect(objects.find(({ kind }) => kind === 'StatefulSet')?.spec).toMatchObject({ replicas: 5 });
    expect(text).toContain('"storage":"9Gi"');
    expect(objects.find(({ metadata }) => metadata.name === 'lifeboat-env')?.data).toEqual(chosen.env);
  });

  it('lets Prometheus read with the token of the admin port, with the shipped rules', () => {
    const chart = write('helm')('chart');
    const on = { enabled: true, labels: { release: 'prometheus' } };
    const values = { ...(chartValues(chart) as object), serviceMonitor: on, prometheusRule: on };
    const objects = renderedChart(chart, values).filter(ofPrometheus);
    expect(objects.map(({ metadata }) => metadata.labels)).toEqual([on.labels, on.labels]);
    expect(objects.map(({ spec }) => spec)).toEqual([
      parse(readFileSync(join(ROOT, 'src/http/observability/alerts.yaml'), 'utf8')),
      expect.objectContaining({
        endpoints: [
          expect.objectContaining({
            path: '/metrics',
            authorization: { credentials: { name: 'lifeboat-admin', key: 'token' } },
          }),
        ],
      }),
    ]);
    const secrets = parseAllDocuments(readFileSync(join(chart, '../secrets/lifeboat.secret.yaml'), 'utf8'));
    expect(secrets.map((document) => document.toJSON() as unknown)).toContainEqual(
      expect.objectContaining({ stringData: { token: DEPLOYED_SECRET } }),
    );
  });
});
