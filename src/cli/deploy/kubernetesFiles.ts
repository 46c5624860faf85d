import { printYaml } from '../../mapping/yaml/printYaml';
import { keepPresentLines } from '../terminal';
import {
  CONTAINER_CONFIG,
  type DeployFile,
  type DeployKind,
  type DeployPlan,
  ignoredSecrets,
} from './deployPlan';
import { MARK, valuesSchema } from './helmValues';

/** Most bytes that a Secret holds. */
const MAX_SECRET_BYTES = 1024 * 1024;
const SECRET_KEY = /^[-\w.]+$/;

/** Returns the key of a file in a Secret, which has no folders. */
const secretKeyOf = (path: string): string => path.replaceAll('/', '..');

/** Returns files as the data of a Secret or a ConfigMap. */
const dataOf = (files: readonly DeployFile[]) =>
  Object.fromEntries(files.map(({ name, text }) => [secretKeyOf(name), text]));

/** Lists the reasons why a Secret cannot hold these files. */
function secretLimits(carried: readonly DeployFile[]): readonly string[] {
  const bytes = carried.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const odd = carried.filter(({ name }) => !SECRET_KEY.test(secretKeyOf(name)));
  return keepPresentLines([
    ...odd.map(({ name }) => `${name}: a Secret holds names of letters, digits and any of . _ - alone`),
    bytes > MAX_SECRET_BYTES && `the files are ${bytes} bytes: a Secret holds ${MAX_SECRET_BYTES}`,
  ]);
}

const isMapping = ({ name }: DeployFile): boolean => name.startsWith('mappings/');

/** Lists files as the items of a volume. */
const itemsOf = (files: readonly DeployFile[]): string =>
  JSON.stringify(files.map(({ name }) => ({ key: secretKeyOf(name), path: name })));

/** The template of a pod. `VALUE.name` marks what a value fills. */
const podTemplate = ({ port, adminPort, stopSeconds, isShared, carried }: DeployPlan): string => `
    metadata: { labels: { app: lifeboat } }
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: ${stopSeconds}
      restartPolicy: Always
      imagePullSecrets: VALUE.imagePullSecrets
      securityContext:
        { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
      initContainers:
        # Copies the Secret for its one reader: the group can read its volume, too, which a table of keys does not allow.
        - name: config
          image: VALUE.image
          command: [sh, -c, 'umask 077 && cp -rL /secret/. /config']
          securityContext: &confined
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts:
            - { name: secret, mountPath: /secret, readOnly: true }
            - { name: config, mountPath: /config }
      containers:
        - name: lifeboat
          image: VALUE.image
          args: [serve, --config, ${CONTAINER_CONFIG}]
          ports:
            - { name: gateway, containerPort: ${port} }
            - { name: admin, containerPort: ${adminPort} }
          env:
            - name: LIFEBOAT_STORE
              valueFrom: { secretKeyRef: { name: lifeboat, key: LIFEBOAT_STORE } }
            - name: LIFEBOAT_ADMIN_TOKEN
              valueFrom: { secretKeyRef: { name: lifeboat-admin, key: token } }
          envFrom: [{ configMapRef: { name: lifeboat-env } }]
          startupProbe: { httpGet: &ready { path: /readyz, port: admin }, periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 30 }
          readinessProbe: { httpGet: *ready, periodSeconds: 5, timeoutSeconds: 5 }
          livenessProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 10, timeoutSeconds: 5 }
          resources: VALUE.resources
          securityContext: *confined
          volumeMounts:
            - { name: config, mountPath: /config, readOnly: true }
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:${isShared ? '' : '\n        - { name: data, persistentVolumeClaim: { claimName: lifeboat } }'}
        - name: secret
          projected:
            sources:
              - secret: { name: lifeboat, items: ${itemsOf(carried.filter((file) => !isMapping(file)))} }
              - configMap: { name: lifeboat-mappings, items: ${itemsOf(carried.filter(isMapping))}, optional: true }
        - { name: config, emptyDir: { medium: Memory } }
        - { name: tmp, emptyDir: {} }
`;

const CLAIM = '{ accessModes: [ReadWriteOnce], resources: { requests: { storage: VALUE.storage } } }';
const METADATA = '{ name: lifeboat, labels: { app: lifeboat } }';
const FIRST =
  '# First: kubectl apply -f secrets/lifeboat.secret.yaml. After a change of it restart the pods.';

/** One pod with its volume. */
const singlePodObject = (plan: DeployPlan) => ({
  workload: `${FIRST}
# One pod: the store is a file of its machine, so the next pod starts when the last has ended.
apiVersion: apps/v1
kind: Deployment
metadata: ${METADATA}
spec:
  replicas: VALUE.replicas
  strategy: { type: Recreate }
  selector: { matchLabels: { app: lifeboat } }
  template:${podTemplate(plan)}`,
  volume: `# Stages, evidence and ambiguous writes outlive the pod.
apiVersion: v1
kind: PersistentVolumeClaim
metadata: ${METADATA}
spec: ${CLAIM}
`,
});

/** Pods that scale, because they share a database. */
const podSetObject = (plan: DeployPlan) => ({
  workload: `${FIRST}
# Pods that share one PostgreSQL database, which is yours to run. Stages are moved at the admin port of any pod; all obey
# before the answer. Each has a volume with its notes of writes under way, which its next start reads back.
# A pod is replaced when it is deleted, not by a rollout: the first pod of a newer version changes the tables of the
# database, and an older pod that still runs on them is degraded and sends everything to v1. So end all at once as soon
# as a new version is applied, which costs the seconds of a start: kubectl delete pod -l app=lifeboat
# After a change of the Secret delete them one by one: each finishes its requests first.
apiVersion: apps/v1
kind: StatefulSet
metadata: ${METADATA}
spec:
  replicas: VALUE.replicas
  serviceName: lifeboat
  podManagementPolicy: Parallel
  updateStrategy: { type: OnDelete }
  selector: { matchLabels: { app: lifeboat } }
  volumeClaimTemplates: [{ metadata: { name: data }, spec: ${CLAIM} }]
  template:${podTemplate(plan)}`,
});

/** Renders the objects of every gateway as templates, by the names of their files in a chart. */
export function gatewayTemplates(plan: DeployPlan): Readonly<Record<string, string>> {
  const mappings = plan.carried.filter(isMapping);
  const mappingsMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'lifeboat-mappings', labels: { app: 'lifeboat' } },
    data: dataOf(mappings),
  };
  return {
    ...(plan.isShared ? podSetObject(plan) : singlePodObject(plan)),
    service: `# The old programs' base URL: the admin port is not in it.
apiVersion: v1
kind: Service
metadata: ${METADATA}
spec: { selector: { app: lifeboat }, ports: [{ name: gateway, port: ${plan.port}, targetPort: gateway }] }
`,
    admin: `# For Prometheus, and for operators.
apiVersion: v1
kind: Service
metadata: { name: lifeboat-admin, labels: { app: lifeboat, port: admin } }
spec:
  { clusterIP: None, selector: { app: lifeboat }, ports: [{ name: admin, port: ${plan.adminPort}, targetPort: admin }] }
`,
    budget: `# Lets a node be drained, one pod at a time.
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: ${METADATA}
spec: { maxUnavailable: 1, selector: { matchLabels: { app: lifeboat } } }
`,
    env: `# Variables of the gateway.
apiVersion: v1
kind: ConfigMap
metadata: { name: lifeboat-env, labels: { app: lifeboat } }
data: VALUE.env
`,
    ...(mappings.length > 0 && { mappings: printYaml(mappingsMap, 'The mappings that were in force.') }),
  };
}

const AUTOSCALER = `# An example: starts further pods when two are busy, and ends them after ten quiet minutes.
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: ${METADATA}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: StatefulSet, name: lifeboat }
  minReplicas: 2
  maxReplicas: 6
  metrics:
    - { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } } }
  behavior: { scaleDown: { stabilizationWindowSeconds: 600 } }
`;

/** Renders the secrets, in a folder of their own. */
export function kubernetesSecrets({ store, carried, adminToken }: DeployPlan): readonly DeployFile[] {
  const secretText = (name: string, stringData: object, comment: string): string =>
    printYaml(
      { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels: { app: 'lifeboat' } }, stringData },
      comment,
    );
  const settings = { LIFEBOAT_STORE: store, ...dataOf(carried.filter((file) => !isMapping(file))) };
  const texts = [
    secretText('lifeboat', settings, 'The settings that were in force, and the files that they name.'),
    secretText(
      'lifeboat-admin',
      { token: adminToken },
      'The token of the admin port, for the gateway and for Prometheus.',
    ),
  ];
  return [ignoredSecrets, { name: 'secrets/lifeboat.secret.yaml', text: texts.join('---\n'), mode: 0o600 }];
}

const NO_SECRET = `index.secret is missing: several gateways share one
  = hint: set LIFEBOAT_INDEX_SECRET to the output of: openssl rand -hex 32`;

/** Requirements of Kubernetes and Helm for the settings. */
export const kubernetesLimits: Omit<DeployKind, 'files'> = {
  runs: 'reached',
  faults: ({ store, index }) =>
    keepPresentLines([store.kind === 'postgres' && index.secret.kind === 'random' && NO_SECRET]),
  limits: secretLimits,
};

/** Pods with their Services and a PodDisruptionBudget: one for a store of one machine, several for a shared database. */
export const kubernetesKind: DeployKind = {
  ...kubernetesLimits,
  files: (plan) => {
    const values: Readonly<Record<string, unknown>> = valuesSchema(plan).parse({});
    const { mappings, ...templates } = gatewayTemplates(plan);
    const texts = Object.values(templates).map((text) =>
      text.replaceAll(MARK, (_mark, name: string) => JSON.stringify(values[name])),
    );
    const objects = keepPresentLines([...texts, plan.isShared && AUTOSCALER, mappings]);
    return [{ name: 'lifeboat.kubernetes.yaml', text: objects.join('---\n') }, ...kubernetesSecrets(plan)];
  },
};
