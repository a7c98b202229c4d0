import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PortAddress } from '@gridloom/contract/ports/port-address'
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
  { portAddresses }: Pick<PortsCtx, 'portAddresses'>,
  { port, slug, access, links }: ListedAddress,
): PortAddress {
  const domain = portAddresses.served()
  const url = domain === undefined ? null : portUrl(domain, { port, slug })
  return { port, url, access, links }
}
