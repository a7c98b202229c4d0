import { type Finding, ok } from './finding.ts'

/** Reports whether the agent is root, and what root is used for: no workload that it starts for others has root. */
export function inspectRights({
  isRoot,
  platform,
}: {
  isRoot: boolean
  platform: NodeJS.Platform
}): Finding {
  if (!isRoot) {
    const without = 'not root: no firewall rules, disk limits or sandbox limits'
    return ok('rights', platform === 'linux' ? without : 'not root')
  }
  return ok(
    'rights',
    'root, used for iptables rules, instance disks and sandbox limits; instances, scenes and models do not run as root',
  )
}
