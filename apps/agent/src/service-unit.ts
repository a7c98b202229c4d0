/** The inputs of the agent's systemd unit. */
export interface ServiceUnit {
  /** The owner: `root` for a system unit, or `user` for the unit of one user, beside a rootless engine. */
  owner: 'root' | 'user'
  /** The command line that runs the agent, as absolute paths. */
  argv: readonly string[]
  dataDir: string
  /** Variables of the agent, such as those for another engine or Blender than the default one. */
  environment: Readonly<Record<string, string | undefined>>
}

export const unitPath = '/etc/systemd/system/gridloom-agent.service'

/** Returns the path of a user's own unit. */
export function userUnitPath(home: string): string {
  return `${home}/.config/systemd/user/gridloom-agent.service`
}

/**
 * Returns the text of the unit. It always restarts, starts after the engine but does not stop with it, and
 * kills only the agent's own process: containers belong to the engine.
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

/** For every owner: no privileges from setuid programs, and no 32-bit system calls. See systemd.exec(5). */
const everywhere = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'SystemCallArchitectures=native',
  // For the engine and the control plane; iptables and the sandbox's own loopback use netlink.
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
]

/**
 * The capabilities that root needs, and no others: CHOWN, DAC_*, FOWNER, FSETID, MKNOD and SETFCAP to copy images and
 * the layers of containers unchanged; SETUID, SETGID and SETPCAP to become the sandbox's user; KILL to end processes of
 * that user; NET_ADMIN and NET_RAW for iptables; SYS_ADMIN, SYS_CHROOT and SYS_PTRACE to make sandboxes and to mount
 * disks in the mount namespace of the engine (that of the agent, which these lines create, reaches no container).
 */
const asRoot = [
  'CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH CAP_FOWNER CAP_FSETID CAP_MKNOD CAP_SETFCAP CAP_SETUID CAP_SETGID CAP_SETPCAP CAP_KILL CAP_NET_ADMIN CAP_NET_RAW CAP_SYS_ADMIN CAP_SYS_CHROOT CAP_SYS_PTRACE',
  // All of the machine except the data folder, and /run for the lock of iptables. Cgroups stay writable.
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'PrivateTmp=yes',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  // Omitted, as they break the agent: PrivateDevices and ProtectClock (GPUs and loop devices), ProtectHostname and
  // RestrictNamespaces (the sandbox), ProtectControlGroups (its limits), MemoryDenyWriteExecute (Node.js compiles).
]

/** Quotes one word of a unit, where `%` begins a specifier and spaces separate words. */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%')
  return /^[\w@%+=:,./$-]+$/.test(escaped)
    ? escaped
    : `"${escaped.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
