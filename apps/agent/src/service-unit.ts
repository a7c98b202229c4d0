/** What a systemd unit of the agent is made of. */
export interface ServiceUnit {
  /** Whose it is: the system's, which runs as root, or one person's, beside a rootless engine. */
  owner: 'root' | 'user'
  /** The command line that runs the agent, as absolute paths. */
  argv: readonly string[]
  dataDir: string
  /** What the agent was told by variables: of another engine or Blender than the usual one. */
  environment: Readonly<Record<string, string | undefined>>
}

export const unitPath = '/etc/systemd/system/gridloom-agent.service'

/** Where a person's own unit is. */
export function userUnitPath(home: string): string {
  return `${home}/.config/systemd/user/gridloom-agent.service`
}

/**
 * The text of the unit. It restarts for ever, starts after the engine but does not stop with it, and
 * kills only the agent's own process: containers are the engine's.
 */
export function unitText({ owner, argv, dataDir, environment }: ServiceUnit): string {
  const variables = Object.entries(environment).filter(([, value]) => value !== undefined)
  return [
    '[Unit]',
    'Description=Gridloom agent',
    ...(owner === 'root' ? afterEngine : []),
    '',
    '[Service]',
    `ExecStart=${argv.map((word) => quoted(word.replaceAll('$', '$$$$'))).join(' ')}`,
    ...variables.map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    'Restart=always',
    'RestartSec=2',
    'KillMode=process',
    'TimeoutStopSec=15',
    ...everywhere,
    ...(owner === 'root' ? [...asRoot, `ReadWritePaths=${quoted(dataDir)} -/run`] : []),
    '',
    '[Install]',
    `WantedBy=${owner === 'root' ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n')
}

const afterEngine = [
  'Wants=network-online.target',
  'After=network-online.target docker.service podman.socket',
]

/** Whoever runs it: nothing gains rights by a setuid program, and no 32-bit call is made. See systemd.exec(5). */
const everywhere = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'SystemCallArchitectures=native',
  // Engine and control plane; iptables and the sandbox's own loopback speak netlink.
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
]

/**
 * What root is needed for, and no more: CHOWN, DAC_*, FOWNER, FSETID, MKNOD and SETFCAP to copy images and the layers of
 * containers as they are; SETUID, SETGID and SETPCAP to become the sandbox's user; KILL to end what runs as that; NET_ADMIN
 * and NET_RAW for iptables; SYS_ADMIN, SYS_CHROOT and SYS_PTRACE to make sandboxes and to mount disks among the mounts of
 * the engine, whose namespace it enters (its own, which these lines make, reaches no container).
 */
const asRoot = [
  'CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH CAP_FOWNER CAP_FSETID CAP_MKNOD CAP_SETFCAP CAP_SETUID CAP_SETGID CAP_SETPCAP CAP_KILL CAP_NET_ADMIN CAP_NET_RAW CAP_SYS_ADMIN CAP_SYS_CHROOT CAP_SYS_PTRACE',
  // All of the machine but the data folder, and /run for the lock of iptables. Groups of processes stay writable.
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'PrivateTmp=yes',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  // Left out as they break what the agent does: PrivateDevices and ProtectClock (GPUs and loop devices), ProtectHostname and
  // RestrictNamespaces (the sandbox), ProtectControlGroups (its limits), MemoryDenyWriteExecute (Node.js compiles).
]

/** One word of a unit: `%` names things there, and spaces part words. */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%')
  return /^[\w@%+=:,./$-]+$/.test(escaped)
    ? escaped
    : `"${escaped.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
