import { type Refusal, refusals } from '@gridloom/domain/templates/refusals'
import { buildReason } from '../build-reason.ts'

const unknownReason = 'is not a key that instances can have'

/** Keys of a service. Source: Compose file reference, Services. */
const ofService: Readonly<Record<string, Refusal>> = {
  annotations: 'labels',
  blkio_config: 'throttles',
  cap_add: 'capabilities',
  cap_drop: 'capabilities',
  cgroup: 'cgroups',
  cgroup_parent: 'cgroups',
  configs: 'files',
  container_name: 'name',
  cpu_count: 'cpus',
  cpu_percent: 'cpus',
  cpu_period: 'cpus',
  cpu_quota: 'cpus',
  cpu_rt_period: 'cpus',
  cpu_rt_runtime: 'cpus',
  cpu_shares: 'cpus',
  cpus: 'cpus',
  cpuset: 'cpus',
  credential_spec: 'security',
  depends_on: 'links',
  deploy: 'offer',
  device_cgroup_rules: 'devices',
  devices: 'devices',
  dns: 'dns',
  dns_opt: 'dns',
  dns_search: 'dns',
  domainname: 'hosts',
  env_file: 'files',
  extends: 'files',
  external_links: 'links',
  extra_hosts: 'hosts',
  gpus: 'gpus',
  group_add: 'groups',
  init: 'init',
  ipc: 'ipc',
  isolation: 'runtime',
  label_file: 'labels',
  labels: 'labels',
  links: 'links',
  logging: 'logs',
  mac_address: 'network',
  mem_limit: 'memory',
  mem_reservation: 'memory',
  mem_swappiness: 'memory',
  memswap_limit: 'memory',
  network_mode: 'network',
  networks: 'network',
  oom_kill_disable: 'memory',
  oom_score_adj: 'memory',
  pid: 'namespaces',
  pids_limit: 'cgroups',
  platform: 'platform',
  privileged: 'privileged',
  profiles: 'oneContainer',
  pull_policy: 'pull',
  read_only: 'readOnly',
  restart: 'restart',
  runtime: 'runtime',
  scale: 'oneContainer',
  secrets: 'files',
  security_opt: 'security',
  stdin_open: 'terminal',
  stop_grace_period: 'stop',
  stop_signal: 'stop',
  storage_opt: 'storage',
  sysctls: 'sysctl',
  tmpfs: 'tmpfs',
  tty: 'terminal',
  use_api_socket: 'privileged',
  userns_mode: 'namespaces',
  uts: 'namespaces',
  volumes_from: 'volumesFrom',
}

const ofFile: Readonly<Record<string, Refusal>> = {
  configs: 'files',
  include: 'files',
  name: 'name',
  networks: 'network',
  secrets: 'files',
}

const serviceReasons = reasonsOf(ofService)
const fileReasons = reasonsOf(ofFile)

/** Why a template cannot have a key of a service. */
export function serviceKeyReason(key: string): string {
  if (key === 'build' || key === 'develop') return buildReason
  return serviceReasons.get(key) ?? unknownReason
}

/** Why a template cannot have a key of the file; `null`: the key says nothing about containers. */
export function fileKeyReason(key: string): string | null {
  if (key === 'version' || key.startsWith('x-')) return null
  return fileReasons.get(key) ?? unknownReason
}

function reasonsOf(keys: Readonly<Record<string, Refusal>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(keys).map(([key, refusal]) => [key, refusals[refusal]]))
}
