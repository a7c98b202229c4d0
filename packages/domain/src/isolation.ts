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
    text: 'Containers can reach the local network of this machine: the firewall rules that prevent it are not in place.',
    remedy:
      'Install iptables (apt-get install iptables) and run the agent as root. See the agent log for details.',
  },
  seccomp: {
    essential: true,
    text: 'The container engine cannot filter system calls (seccomp).',
    remedy: 'Use a container engine and a kernel with seccomp. Check with "docker info".',
  },
  engine_version: {
    essential: true,
    text: 'The container engine is older than Docker 20.10 or Podman 4.0.',
    remedy: 'Update the container engine.',
  },
  runc: {
    essential: true,
    text: 'This version of runc allows container escapes (CVE-2024-21626).',
    remedy: 'Update runc (apt-get install --only-upgrade runc), then restart the instances.',
  },
  resource_limits: {
    essential: true,
    text: 'The container engine cannot limit the memory, CPU time or processes of a container.',
    remedy:
      'Enable the cgroup controllers memory, cpu and pids. For a rootless engine, let systemd delegate them.',
  },
  disk_limit: {
    essential: true,
    text: 'Container disks cannot be limited: one container can fill the disk of the machine.',
    remedy:
      'On Linux, use Docker with the storage driver overlay2, run the agent as root, and install e2fsprogs (apt-get install e2fsprogs). If Docker stores images in containerd, set {"features": {"containerd-snapshotter": false}} in /etc/docker/daemon.json and restart Docker.',
  },
  resource_views: {
    essential: false,
    text: 'Inside containers, tools show the memory and load of the entire machine.',
    remedy:
      'Install lxcfs (apt-get install lxcfs) and start it. Instances started afterwards see only their own share.',
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
