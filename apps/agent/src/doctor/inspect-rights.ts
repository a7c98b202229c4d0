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
    const without = 'no root: it uses your engine, and sets no rules or limits of its own'
    return ok('rights', platform === 'linux' ? without : 'no root')
  }
  return ok(
    'rights',
    'root, used for rules of iptables, disks of instances, and limits and users of sandboxes; instances, scenes and models get none of it',
  )
}
