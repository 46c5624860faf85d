import { type DeployFile, type DeployKind, type DeployPlan, MEMORY_OPTION, secretFiles } from './deployPlan';

const HARDENED = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
`;

/**
 * Renders a hardened unit. Two things stay open on purpose: the network, which a gateway is for, and memory that is
 * both written and executed (MemoryDenyWriteExecute), which V8 compiles into.
 */
const systemdUnit = (plan: DeployPlan): readonly DeployFile[] => [
  {
    name: 'lifeboat.service',
    text: `# Install:
#   sudo useradd --system --no-create-home --shell /usr/sbin/nologin lifeboat
#   sudo cp -r secrets/config /etc/lifeboat && sudo cp secrets/lifeboat.env /etc/lifeboat/
#   sudo chown -R lifeboat:lifeboat /etc/lifeboat && sudo chmod 0700 /etc/lifeboat
#   sudo cp lifeboat.service /etc/systemd/system/ && sudo systemctl enable --now lifeboat
# The node program and Lifeboat must stand where the user lifeboat may read: not below /home or /root.

[Unit]
Description=Lifeboat, the v1-to-v2 migration gateway
After=network-online.target
Wants=network-online.target
# However often it ends, it is started again: a database that it lacks may come later.
StartLimitIntervalSec=0

[Service]
# Ready once both ports answer. systemd-notify, a child of the gateway, sends the messages.
Type=notify
NotifyAccess=all
User=lifeboat
Group=lifeboat
StateDirectory=lifeboat
StateDirectoryMode=0700
WorkingDirectory=/var/lib/lifeboat
Environment=NODE_OPTIONS=${MEMORY_OPTION}
# LIFEBOAT_STORE: paths in the settings file are relative to it, and /etc is read-only here.
EnvironmentFile=/etc/lifeboat/lifeboat.env
ExecStart=${plan.node} ${plan.program} serve --config /etc/lifeboat/lifeboat.yaml
ExecReload=/bin/kill -HUP $MAINPID
# An uncaught error ends it in order, with code 1.
Restart=on-failure
RestartSec=1
# deadlines.shutdown, and time to write what is kept.
TimeoutStopSec=${plan.stopSeconds}
LimitNOFILE=65536
UMask=0077

# A gateway on a port below 1024 needs CAP_NET_BIND_SERVICE in both lines${plan.port < 1024 ? '' : '; this one does not'}.
CapabilityBoundingSet=${plan.port < 1024 ? 'CAP_NET_BIND_SERVICE' : ''}
AmbientCapabilities=${plan.port < 1024 ? 'CAP_NET_BIND_SERVICE' : ''}
${plan.port < 1024 ? '# PrivateUsers=yes would take the capability away.' : 'PrivateUsers=yes'}
${HARDENED}
[Install]
WantedBy=multi-user.target
`,
  },
];

/** A service of this machine, run by systemd. */
export const systemdKind: DeployKind = {
  runs: 'here',
  files: (plan) => [...systemdUnit(plan), ...secretFiles(plan)],
};
