import type { InstanceId, PortLinkId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PortsCtx } from './ctx.ts'
import { revokeLinks } from './links-store.ts'
import { ownedPort } from './owned-port.ts'
import { publishPorts } from './publish-ports.ts'

/** Revokes a link: connections that were opened with it end. @throws Refused `not_found` */
export async function revokeLink(
  ctx: PortsCtx,
  { id, port, linkId }: { id: InstanceId; port: number; linkId: PortLinkId },
): Promise<void> {
  const { instance } = await ownedPort(ctx, { id, port })
  await ctx.transact(async (tx) => {
    const ended = await revokeLinks(
      tx,
      { instanceId: id, port },
      { only: linkId, at: ctx.clock.now() },
    )
    if (ended.length === 0) throw new Refused('not_found', { details: { what: 'link' } })
    await publishPorts(tx, instance.account_id, [linkId])
  })
}
