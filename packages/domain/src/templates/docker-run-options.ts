import { refusals } from './refusals.ts'

/** Options of `docker run` that a template may have. */
const containerNames = [
  'env',
  'expose',
  'hostname',
  'mount',
  'publish',
  'shm-size',
  'ulimit',
  'user',
  'volume',
  'workdir',
] as const

/** Options that a whole command line says with other fields of a template. */
const launchNames = [
  'entrypoint',
  'health-cmd',
  'health-interval',
  'health-retries',
  'health-start-period',
] as const

export type ContainerOptionName = (typeof containerNames)[number]
export type LaunchOptionName = (typeof launchNames)[number]

/** An option of `docker run`: one that a template can say, or why it cannot. */
export type DockerRunOption =
  | { readonly takes: 'value'; readonly name: ContainerOptionName | LaunchOptionName }
  | { readonly takes: 'value' | 'nothing'; readonly reason: string }

interface RefusedOptions {
  readonly reason: string
  readonly names: readonly string[]
}

/** Source: Docker CLI reference, `docker container run`; the last ones of Podman. */
const withoutValue: readonly RefusedOptions[] = [
  { reason: refusals.background, names: ['detach'] },
  { reason: refusals.health, names: ['no-healthcheck'] },
  { reason: refusals.init, names: ['init'] },
  { reason: refusals.memory, names: ['oom-kill-disable'] },
  { reason: refusals.name, names: ['replace'] },
  { reason: refusals.privileged, names: ['privileged', 'use-api-socket'] },
  { reason: refusals.publishAll, names: ['publish-all'] },
  { reason: refusals.pull, names: ['disable-content-trust', 'quiet'] },
  { reason: refusals.readOnly, names: ['read-only'] },
  { reason: refusals.remove, names: ['rm'] },
  { reason: refusals.terminal, names: ['help', 'interactive', 'sig-proxy', 'tty'] },
]

const withValue: readonly RefusedOptions[] = [
  { reason: refusals.capabilities, names: ['cap-add', 'cap-drop'] },
  { reason: refusals.cgroups, names: ['cgroup-parent', 'cgroupns', 'pids-limit'] },
  {
    reason: refusals.cpus,
    names: [
      'cpu-period',
      'cpu-quota',
      'cpu-rt-period',
      'cpu-rt-runtime',
      'cpu-shares',
      'cpus',
      'cpuset-cpus',
      'cpuset-mems',
    ],
  },
  { reason: refusals.devices, names: ['device', 'device-cgroup-rule'] },
  { reason: refusals.dns, names: ['dns', 'dns-opt', 'dns-option', 'dns-search'] },
  { reason: refusals.files, names: ['env-file'] },
  { reason: refusals.gpus, names: ['gpus'] },
  { reason: refusals.groups, names: ['group-add'] },
  { reason: refusals.health, names: ['health-start-interval', 'health-timeout'] },
  { reason: refusals.hosts, names: ['add-host', 'domainname'] },
  { reason: refusals.ipc, names: ['ipc'] },
  { reason: refusals.labels, names: ['annotation', 'label', 'label-file'] },
  { reason: refusals.links, names: ['link', 'pod'] },
  { reason: refusals.logs, names: ['log-driver', 'log-opt'] },
  {
    reason: refusals.memory,
    names: [
      'kernel-memory',
      'memory',
      'memory-reservation',
      'memory-swap',
      'memory-swappiness',
      'oom-score-adj',
    ],
  },
  { reason: refusals.name, names: ['cidfile', 'name'] },
  { reason: refusals.namespaces, names: ['pid', 'userns', 'uts'] },
  {
    reason: refusals.network,
    names: [
      'ip',
      'ip6',
      'link-local-ip',
      'mac-address',
      'net',
      'net-alias',
      'network',
      'network-alias',
    ],
  },
  { reason: refusals.platform, names: ['platform'] },
  { reason: refusals.pull, names: ['pull'] },
  { reason: refusals.restart, names: ['restart'] },
  { reason: refusals.runtime, names: ['isolation', 'runtime'] },
  { reason: refusals.security, names: ['security-opt'] },
  { reason: refusals.stop, names: ['stop-signal', 'stop-timeout'] },
  { reason: refusals.storage, names: ['storage-opt'] },
  { reason: refusals.sysctl, names: ['sysctl'] },
  { reason: refusals.terminal, names: ['attach', 'detach-keys'] },
  {
    reason: refusals.throttles,
    names: [
      'blkio-weight',
      'blkio-weight-device',
      'device-read-bps',
      'device-read-iops',
      'device-write-bps',
      'device-write-iops',
    ],
  },
  { reason: refusals.tmpfs, names: ['tmpfs'] },
  { reason: refusals.volumeDriver, names: ['volume-driver'] },
  { reason: refusals.volumesFrom, names: ['volumes-from'] },
]

const shortNames: Readonly<Record<string, string>> = {
  a: 'attach',
  c: 'cpu-shares',
  d: 'detach',
  e: 'env',
  h: 'hostname',
  i: 'interactive',
  l: 'label',
  m: 'memory',
  p: 'publish',
  P: 'publish-all',
  q: 'quiet',
  t: 'tty',
  u: 'user',
  v: 'volume',
  w: 'workdir',
}

const longNames = new Map(Object.entries(shortNames))
const byName = new Map<string, DockerRunOption>([
  ...entriesOf(withoutValue, 'nothing'),
  ...entriesOf(withValue, 'value'),
  ...[...containerNames, ...launchNames].map((name) => [name, { takes: 'value', name }] as const),
])

/** The option with a name such as `env`; `undefined` if Docker has none. */
export function longOption(name: string): DockerRunOption | undefined {
  return byName.get(name)
}

/** The option with a short name such as `e`; `undefined` if Docker has none. */
export function shortOption(char: string): DockerRunOption | undefined {
  return byName.get(longNames.get(char) ?? '')
}

function entriesOf(
  groups: readonly RefusedOptions[],
  takes: 'value' | 'nothing',
): (readonly [string, DockerRunOption])[] {
  return groups.flatMap(({ names, reason }) =>
    names.map((name) => [name, { takes, reason }] as const),
  )
}
