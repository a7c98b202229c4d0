import { hostNameOf, portLabelOf } from '@gridloom/contract/ports/port-label'
import { findAddressed } from './admission-store.ts'
import type { PortsCtx } from './ctx.ts'
import { noSuchAddress } from './port-addresses.ts'

/**
 * Whether a proxy may obtain a certificate for a domain: that of port addresses itself, or an address that exists. One
 * query at most, and the same error in every other case. @throws Refused `not_found`
 */
export async function tlsAsk(ctx: PortsCtx, domain: string): Promise<void> {
  const served = ctx.portAddresses.served()
  if (served === undefined) throw noSuchAddress()
  if (hostNameOf(domain) === served.domain) return
  const label = portLabelOf(domain, served.domain) ?? { port: 0, slug: '' }
  if ((await findAddressed(ctx.db, label)) === undefined) throw noSuchAddress()
}
