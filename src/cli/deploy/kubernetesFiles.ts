import { printYaml } from '../../mapping/yaml/printYaml';
import {
  containerFaults,
  type DeployFile,
  type DeployKind,
  type DeployPlan,
  reachedSettings,
} from './deployPlan';
import { CONTAINER_CONFIG, CONTAINER_STORE } from './dockerFiles';

export const labels = { app: 'lifeboat' };
export const metadata = { name: 'lifeboat', labels };

const probe = (path: string, periodSeconds: number) => ({
  httpGet: { path, port: 'admin' },
  periodSeconds,
  timeoutSeconds: 5,
});

/** Most bytes that a Secret holds. */
const MAX_SECRET_BYTES = 1024 * 1024;
const SECRET_KEY = /^[-\w.]+$/;

/** Returns the key of a file in a Secret, which has no folders. */
export const secretKeyOf = (path: string): string => path.replaceAll('/', '..');

/** Lists the reasons why a Secret cannot hold these files. */
export function secretLimits(carried: readonly DeployFile[]): readonly string[] {
  const bytes = carried.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const odd = carried.filter(({ name }) => !SECRET_KEY.test(secretKeyOf(name)));
  return [
    ...odd.map(({ name }) => `${name}: a Secret holds names of letters, digits and any of . _ - alone`),
    ...(bytes > MAX_SECRET_BYTES ? [`the files are ${bytes} bytes: a Secret holds ${MAX_SECRET_BYTES}`] : []),
  ];
}

const confined = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/**
 * Makes the container that copies the Secret for its one reader: the group can also read a Secret's volume, which a
 * table of keys does not allow.
 */
const copier = ({ version }: DeployPlan) => ({
  name: 'config',
  image: `lifeboat:${version}`,
  command: ['sh', '-c', 'umask 077 && cp -rL /secret/. /config'],
  securityContext: confined,
  volumeMounts: [
    { name: 'secret', mountPath: '/secret', readOnly: true },
    { name: 'config', mountPath: '/config' },
  ],
});

/** Resources that a pod requests, and its limits. */
export const resources = { requests: { cpu: '250m', memory: '192Mi' }, limits: { memory: '512Mi' } };

const container = ({ version, port, adminPort }: DeployPlan) => ({
  name: 'lifeboat',
  image: `lifeboat:${version}`,
  args: ['serve', '--config', CONTAINER_CONFIG],
  ports: [
    { name: 'gateway', containerPort: port },
    { name: 'admin', containerPort: adminPort },
  ],
  env: [{ name: 'LIFEBOAT_STORE', valueFrom: { secretKeyRef: { name: 'lifeboat', key: 'LIFEBOAT_STORE' } } }],
  startupProbe: { ...probe('/readyz', 2), failureThreshold: 30 },
  readinessProbe: probe('/readyz', 5),
  livenessProbe: probe('/healthz', 10),
  resources,
  securityContext: confined,
  volumeMounts: [
    { name: 'config', mountPath: '/config', readOnly: true },
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
  ],
});

const pod = (
  plan: DeployPlan,
  volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim: { readonly claimName: string };
  }[],
) => ({
  metadata: { labels },
  spec: {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: plan.stopSeconds,
    restartPolicy: 'Always',
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    initContainers: [copier(plan)],
    containers: [container(plan)],
    volumes: [
      ...volumes,
      {
        name: 'secret',
        secret: {
          secretName: 'lifeboat',
          items: plan.carried.map(({ name }) => ({ key: secretKeyOf(name), path: name })),
        },
      },
      { name: 'config', emptyDir: { medium: 'Memory' } },
      { name: 'tmp', emptyDir: {} },
    ],
  },
});

export const deployment = (plan: DeployPlan) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 1,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: pod(plan, [{ name: 'data', persistentVolumeClaim: { claimName: 'lifeboat' } }]),
  },
});

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

/**
 * Makes the stateful set. Each pod has a separate volume with its notes of writes under way, which its next start reads
 * back.
 */
export const statefulSet = (plan: DeployPlan) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: {
    replicas: 2,
    serviceName: 'lifeboat',
    podManagementPolicy: 'Parallel',
    selector: { matchLabels: labels },
    template: pod(plan, []),
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec }],
  },
});

/** An example: the right figures depend on the clients of a shop. */
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'lifeboat' },
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
  },
};

export const volumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: claimSpec,
};

export const service = ({ port }: DeployPlan) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ name: 'gateway', port, targetPort: 'gateway' }] },
});

export const budget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
};

export const secretOf = ({ store, carried }: DeployPlan) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  stringData: {
    LIFEBOAT_STORE: store,
    ...Object.fromEntries(carried.map(({ name, text }) => [secretKeyOf(name), text])),
  },
});

const manifest = (plan: DeployPlan, text: readonly string[]): readonly DeployFile[] => [
  { name: 'lifeboat.kubernetes.yaml', text: text.join('---\n') },
  { name: 'secrets/.gitignore', text: '*\n' },
  {
    name: 'secrets/lifeboat.secret.yaml',
    text: printYaml(secretOf(plan), 'The settings that were in force, and the files that they name.'),
    mode: 0o600,
  },
];

const FIRST = 'First: kubectl apply -f secrets/lifeboat.secret.yaml. After a change of it restart the pods.';
const SERVICE = "The old programs' base URL: the admin port is not in it.";
const BUDGET = 'Lets a node be drained, one pod at a time.';

const ONE_POD =
  'One pod: the store is a file of its machine, so the next pod starts when the last has ended.';
const PODS =
  'Pods that share one PostgreSQL database, which is yours to run. Stages are moved at the admin port of any pod; all obey before the answer.';
const SCALE = 'An example: starts further pods when two are busy, and ends them after ten quiet minutes.';

/** Renders the workload: one pod with its volume, or pods that scale if they share a database. */
const workload = (plan: DeployPlan): readonly string[] =>
  plan.isShared
    ? [printYaml(statefulSet(plan), `${FIRST}\n${PODS}`), printYaml(autoscaler, SCALE)]
    : [
        printYaml(deployment(plan), `${FIRST}\n${ONE_POD}`),
        printYaml(volumeClaim, 'Stages, evidence and ambiguous writes outlive the pod.'),
      ];

const NO_SECRET = `index.secret is missing: several gateways share one
  = hint: set LIFEBOAT_INDEX_SECRET to the output of: openssl rand -hex 32`;

/** Pods with a Service and a PodDisruptionBudget: one for a store of one machine, several for a shared database. */
export const kubernetesKind: DeployKind = {
  settings: reachedSettings,
  storeFile: CONTAINER_STORE,
  faults: (config) => [
    ...containerFaults(config),
    ...(config.store.kind === 'postgres' && config.index.secret.kind === 'random' ? [NO_SECRET] : []),
  ],
  limits: secretLimits,
  files: (plan) =>
    manifest(plan, [...workload(plan), printYaml(service(plan), SERVICE), printYaml(budget, BUDGET)]),
};
