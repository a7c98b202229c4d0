import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PortAccess, PortAddress } from '@gridloom/contract/ports/port-address'
import { lockAddress, setAccess } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { revokeLinks } from './links-store.ts'
import { portView } from './list-ports.ts'
import { ownedPort } from './owned-port.ts'
import { publishPorts } from './publish-ports.ts'

/**
 * Changes who may open an address. A private one has no links: the present ones are revoked, so that sharing it again
 * does not revive them. @throws Refused `not_found`
 */
export async function changeAccess(
  ctx: PortsCtx,
  { id, port, access }: { id: InstanceId; port: number; access: PortAccess },
): Promise<PortAddress> {
  const { instance, address } = await ownedPort(ctx, { id, port })
  const one = { instanceId: id, port }
  await ctx.transact(async (tx) => {
    await lockAddress(tx, one)
    await setAccess(tx, one, access)
    if (access === 'private') await revokeLinks(tx, one, { at: ctx.clock.now() })
    await publishPorts(tx, instance.account_id, [id])
  })
  const links = access === 'private' ? 0 : address.links
  return portView(ctx, { ...address, access, links })
}
