import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import type { MachineProblem } from '@gridloom/contract/machines/machine'

/** The text of a gap for the provider, and its remedy. */
export interface GapFacts {
  /** Whether a machine with this gap counts as not isolated. */
  essential: boolean
  text: string
  remedy: string
}

/** Every gap that an agent can report. */
export const isolationGaps = {
  egress: {
    essential: true,
    text: 'Containers can reach the network of this machine: the firewall rules against it are not in place.',
    remedy:
      'Install iptables (apt-get install iptables) and run the agent as root; its log says what is refused.',
  },
  seccomp: {
    essential: true,
    text: 'The container engine cannot filter system calls (seccomp).',
    remedy: 'Use an engine and a kernel with seccomp: Docker says so in "docker info".',
  },
  engine_version: {
    essential: true,
    text: 'The container engine is older than Docker 20.10 or Podman 4.0.',
    remedy: 'Update the container engine.',
  },
  runc: {
    essential: true,
    text: 'The runtime runc lets containers break out (CVE-2024-21626).',
    remedy: 'Update it (apt-get install --only-upgrade runc), then restart the instances.',
  },
  resource_limits: {
    essential: true,
    text: 'The container engine cannot limit the memory, CPU time or processes of a container.',
    remedy:
      'Enable the cgroup controllers memory, cpu and pids; a rootless engine needs them delegated by systemd.',
  },
  disk_limit: {
    essential: true,
    text: 'The disk of a container cannot be limited: one container can fill the disk of the machine.',
    remedy:
      'On Linux, run the agent as root beside Docker with the storage driver overlay2, and install e2fsprogs (apt-get install e2fsprogs). Where Docker keeps images in containerd, put {"features": {"containerd-snapshotter": false}} into /etc/docker/daemon.json and restart it.',
  },
  resource_views: {
    essential: false,
    text: 'Inside containers, tools show the memory and load of the entire machine.',
    remedy:
      'Install lxcfs (apt-get install lxcfs) and start it: instances started after that see only their own share.',
  },
} as const satisfies Record<IsolationGap, GapFacts>

/** Whether a problem is only a hint to the provider: it prevents no renting and needs no attention. */
export function isHint({ code }: Pick<MachineProblem, 'code'>): boolean {
  return code === 'hardening_incomplete'
}

export type IsolationState = 'isolated' | 'not_isolated' | 'unknown'

/** The isolation of a machine, from the gaps that its agent reported; an agent too old to check reports nothing. */
export function isolationOf(gaps: readonly IsolationGap[] | undefined): IsolationState {
  if (gaps === undefined) return 'unknown'
  return gaps.some((gap) => isolationGaps[gap].essential) ? 'not_isolated' : 'isolated'
}
