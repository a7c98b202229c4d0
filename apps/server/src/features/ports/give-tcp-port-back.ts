import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PortsCtx } from './ctx.ts'
import { ownedPort } from './owned-port.ts'
import { publishPorts } from './publish-ports.ts'
import { closeTcpPort } from './tcp-ports-store.ts'

/** Gives the public TCP port of a declared port back: its connections end. @throws Refused `not_found` */
export async function giveTcpPortBack(
  ctx: PortsCtx,
  { id, port }: { id: InstanceId; port: number },
): Promise<void> {
  const { instance } = await ownedPort(ctx, { id, port })
  await ctx.transact(async (tx) => {
    const wasOpen = await closeTcpPort(tx, { instanceId: id, port }, ctx.clock.now())
    if (!wasOpen) throw new Refused('not_found', { details: { what: 'public TCP port' } })
    await publishPorts(tx, instance.account_id, [id])
  })
}
