import { z } from 'zod';
import { printYaml } from '../../mapping/yaml/printYaml';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import { monitoringFile } from '../../runtime/packageVersion';
import { type DeployFile, type DeployKind, type DeployPlan, reachedSettings } from './deployPlan';
import { CONTAINER_STORE } from './dockerFiles';
import { valuesSchema } from './helmValues';
import {
  budget,
  volumeClaim,
  deployment,
  kubernetesKind,
  secretKeyOf,
  labels,
  metadata,
  secretLimits,
  secretOf,
  service,
  statefulSet,
} from './kubernetesFiles';

/** Marks a position that a value of the chart fills. */
const valueOf = (name: string): string => `VALUE.${name}`;

/** Prints an object in which Helm finds nothing to fill in. */
const literal = (object: unknown, comment: string): string =>
  printYaml(object, comment).replaceAll('{{', '{{ "{{" }}');

/** Prints an object whose marked positions are filled with values, as JSON, which YAML accepts anywhere. */
const filled = (object: unknown, comment: string): string =>
  literal(object, comment).replaceAll(/\bVALUE((?:\.\w+)+)/g, '{{ toJson .Values$1 }}');

const onlyIf = (name: string, text: string): string =>
  `{{- if .Values.${name}.enabled }}\n${text}{{- end }}\n`;

const ADMIN = { name: 'lifeboat-admin', labels: { ...labels, port: 'admin' } };

const isMapping = ({ name }: DeployFile): boolean => name.startsWith('mappings/');

/** Puts the Secret and the mappings into one volume, which the pod copies. */
const settingsVolume = (carried: readonly DeployFile[]) => {
  const itemsOf = (files: readonly DeployFile[]) =>
    files.map(({ name }) => ({ key: secretKeyOf(name), path: name }));
  const mappings = itemsOf(carried.filter(isMapping));
  const secret = itemsOf(carried.filter((file) => !isMapping(file)));
  return {
    name: 'secret',
    projected: {
      sources: [
        { secret: { name: 'lifeboat', items: secret } },
        ...(mappings.length === 0 ? [] : [{ configMap: { name: 'lifeboat-mappings', items: mappings } }]),
      ],
    },
  };
};

/** Makes the workload with the positions that values fill. */
function workload(plan: DeployPlan) {
  const madeEntry = plan.isShared ? statefulSet(plan) : deployment(plan);
  const { spec, metadata: podMetadata } = madeEntry.spec.template;
  const image = valueOf('image');
  const token = {
    name: 'LIFEBOAT_ADMIN_TOKEN',
    valueFrom: { secretKeyRef: { name: ADMIN.name, key: 'token' } },
  };
  const containers = spec.containers.map((container) => ({
    ...container,
    image,
    resources: valueOf('resources'),
    env: [...container.env, token],
    envFrom: [{ configMapRef: { name: 'lifeboat-env' } }],
  }));
  const pod = {
    ...spec,
    containers,
    imagePullSecrets: valueOf('imagePullSecrets'),
    initContainers: spec.initContainers.map((container) => ({ ...container, image })),
    volumes: spec.volumes.map((volume) => (volume.name === 'secret' ? settingsVolume(plan.carried) : volume)),
  };
  const claims = plan.isShared
    ? { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimOf() }] }
    : {};
  const template = { metadata: podMetadata, spec: pod };
  return { ...madeEntry, spec: { ...madeEntry.spec, replicas: valueOf('replicas'), template, ...claims } };
}

const claimOf = () => ({ ...volumeClaim.spec, resources: { requests: { storage: valueOf('storage') } } });

const adminService = ({ adminPort }: DeployPlan) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: ADMIN,
  spec: {
    clusterIP: 'None',
    selector: labels,
    ports: [{ name: 'admin', port: adminPort, targetPort: 'admin' }],
  },
});

/**
 * Makes the network policy. Egress stays open: the addresses of v2, the database and a collector are not known here.
 */
const networkPolicy = ({ port, adminPort }: DeployPlan) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata,
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ['Ingress'],
    ingress: [
      { ports: [{ port }], from: valueOf('networkPolicy.gatewayFrom') },
      { ports: [{ port: adminPort }], from: valueOf('networkPolicy.adminFrom') },
    ],
  },
});

const monitored = (name: string) => ({ name: 'lifeboat', labels: valueOf(`${name}.labels`) });

const serviceMonitor = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: monitored('serviceMonitor'),
  spec: {
    selector: { matchLabels: ADMIN.labels },
    endpoints: [
      {
        port: 'admin',
        path: '/metrics',
        interval: '15s',
        authorization: { credentials: { name: ADMIN.name, key: 'token' } },
      },
    ],
  },
};

const prometheusRule = () => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: monitored('prometheusRule'),
  spec: readDocument('alerts.yaml', monitoringFile('alerts.yaml')).value,
});

const templates = (plan: DeployPlan): Readonly<Record<string, string>> => ({
  workload: filled(workload(plan), 'First: kubectl apply -f secrets/lifeboat.secret.yaml.'),
  ...(plan.isShared
    ? {}
    : {
        volume: filled(
          { ...volumeClaim, spec: claimOf() },
          'Stages, evidence and ambiguous writes outlive the pod.',
        ),
      }),
  service: literal(service(plan), "The old programs' base URL: the admin port is not in it."),
  admin: literal(adminService(plan), 'For Prometheus, and for operators.'),
  budget: literal(budget, 'Lets a node be drained, one pod at a time.'),
  env: filled(
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'lifeboat-env', labels },
      data: valueOf('env'),
    },
    'Variables of the gateway.',
  ),
  networkPolicy: onlyIf('networkPolicy', filled(networkPolicy(plan), 'Who may come in.')),
  serviceMonitor: onlyIf('serviceMonitor', filled(serviceMonitor, 'Needs the operator of Prometheus.')),
  prometheusRule: onlyIf('prometheusRule', filled(prometheusRule(), 'Needs the operator of Prometheus.')),
});

/** Returns the mappings if the settings name a folder of mappings. */
function mappingsOf(carried: readonly DeployFile[]): Readonly<Record<string, string>> {
  const data = Object.fromEntries(
    carried.filter(isMapping).map(({ name, text }) => [secretKeyOf(name), text]),
  );
  if (Object.keys(data).length === 0) return {};
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'lifeboat-mappings', labels },
    data,
  };
  return { mappings: literal(object, 'The mappings that were in force.') };
}

const secrets = (plan: DeployPlan): string => {
  const carried = plan.carried.filter((file) => !isMapping(file));
  const token = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: ADMIN.name, labels },
    stringData: { token: plan.adminToken ?? '' },
  };
  return [
    printYaml(
      secretOf({ ...plan, carried }),
      'The settings that were in force, and the files that they name.',
    ),
    printYaml(token, 'The token of the admin port, for the gateway and for Prometheus.'),
  ].join('---\n');
};

const chartFiles = (plan: DeployPlan): readonly DeployFile[] => {
  const schema = valuesSchema(plan);
  const chart = {
    apiVersion: 'v2',
    name: 'lifeboat',
    type: 'application',
    version: plan.version,
    appVersion: plan.version,
    description: 'A gateway for programs that still speak API v1.',
    kubeVersion: '>=1.25.0-0',
  };
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return [
    { name: 'chart/Chart.yaml', text: printYaml(chart, 'helm upgrade --install lifeboat chart') },
    { name: 'chart/values.yaml', text: printYaml(schema.parse({}), 'What each is for: values.schema.json') },
    { name: 'chart/values.schema.json', text: `${JSON.stringify(json, null, 2)}\n` },
    ...Object.entries({ ...templates(plan), ...mappingsOf(plan.carried) }).map(([name, text]) => ({
      name: `chart/templates/${name}.yaml`,
      text,
    })),
    { name: 'secrets/.gitignore', text: '*\n' },
    { name: 'secrets/lifeboat.secret.yaml', text: secrets(plan), mode: 0o600 },
  ];
};

/** A Helm chart of the same objects: one pod, or several with a database. */
export const helmKind: DeployKind = {
  settings: reachedSettings,
  storeFile: CONTAINER_STORE,
  faults: kubernetesKind.faults,
  limits: secretLimits,
  files: chartFiles,
};
