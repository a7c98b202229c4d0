import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PortAddress } from '@gridloom/contract/ports/port-address'
import { isInRange } from '../../tcp-range.ts'
import { ownedInstance } from '../instances/index.ts'
import type { ListedAddress } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { ensureAddresses } from './ensure-addresses.ts'
import { portUrl } from './port-addresses.ts'

/** Lists the declared ports of the caller's instance, by number. @throws Refused `not_found` */
export async function listPorts(ctx: PortsCtx, id: InstanceId): Promise<PortAddress[]> {
  const addresses = await ensureAddresses(ctx, await ownedInstance(ctx, id))
  return addresses.map((address) => portView(ctx, address))
}

/** The view of an address for its account. */
export function portView(
  { portAddresses, tcp }: Pick<PortsCtx, 'portAddresses' | 'tcp'>,
  { port, slug, access, links, tcp_port, tcp_allowed }: ListedAddress,
): PortAddress {
  const domain = portAddresses.served()
  const url = domain === undefined ? null : portUrl(domain, { port, slug })
  const isOpen = tcp !== undefined && tcp_port !== null && isInRange(tcp.range, tcp_port)
  return {
    ...{ port, url, access, links },
    tcp: isOpen ? { host: tcp.host, port: tcp_port, allowed: tcp_allowed ?? [] } : null,
  }
}
