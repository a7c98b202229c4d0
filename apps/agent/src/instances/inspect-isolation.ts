import { type Finding, missing, ok } from '../doctor/finding.ts'
import type { Isolation } from './egress/apply.ts'

/**
 * Reports whether containers are kept out of private networks: otherwise a renter's container may reach the provider's
 * own network, and the machine is not listed as isolated.
 */
export function inspectIsolation(isolation: Isolation, isRoot: boolean): Finding {
  if (isolation.kind === 'full') {
    return ok('network isolation', 'iptables blocks containers from private networks')
  }
  const install = 'sudo apt-get install -y iptables'
  const remedy = isRoot ? install : `${install}\nand run the agent as root`
  return missing('network isolation', isolation.reason, remedy)
}
