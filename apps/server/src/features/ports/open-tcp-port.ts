import { quotas } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PortAddress } from '@gridloom/contract/ports/port-address'
import type { Tx } from '../../platform/ctx.ts'
import type { Quota } from '../../platform/feature.ts'
import { isInRange, type TcpRange } from '../../tcp-range.ts'
import { lockQuota } from '../companies/index.ts'
import { instanceConflict, refuseMoving } from '../instances/index.ts'
import { lockAddress, type OnePort } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { portView } from './list-ports.ts'
import { ownedPort } from './owned-port.ts'
import { noSuchAddress } from './port-addresses.ts'
import { publishPorts } from './publish-ports.ts'
import {
  assignTcpPort,
  countTcpPorts,
  findFreeTcpPort,
  findTcpPort,
  lockTcpPorts,
  reopenTcpPort,
} from './tcp-ports-store.ts'

/**
 * How long a port that was given back is kept from everyone but its last instance: programs that still connect to it
 * would reach a stranger.
 */
export const tcpPortRestMs = 10 * 60 * 1_000

export const tcpPortQuota: Quota = {
  max: quotas.tcpPorts,
  what: 'public TCP ports',
  used: countTcpPorts,
}

/**
 * Opens a public TCP port to a declared port, or changes the networks that may connect to it. One that was given back
 * is opened again if nobody took it since.
 * @throws Refused `not_found`, `state_conflict`, `instance_moving`, `limit_reached`, `tcp_ports_unavailable`,
 * `tcp_ports_exhausted`
 */
export async function openTcpPort(
  ctx: PortsCtx,
  { id, port, allowed }: { id: InstanceId; port: number; allowed: readonly string[] },
): Promise<PortAddress> {
  const { tcp } = ctx
  if (tcp === undefined) throw new Refused('tcp_ports_unavailable')
  const { instance } = await ownedPort(ctx, { id, port })
  refuseMoving(instance)
  if (instance.desired === 'destroyed') throw instanceConflict(instance)
  const one = { instanceId: id, port }
  await ctx.transact(async (tx) => {
    const before = await findTcpPort(tx.db, one)
    const isOpen = before !== undefined && before.closed_at === null
    if (!isOpen) await lockQuota(tx, instance.account_id, tcpPortQuota)
    // In the order of transactions that pass addresses on: the row of the address, and then that of its port.
    if ((await lockAddress(tx, one)) === undefined) throw noSuchAddress()
    await lockTcpPorts(tx)
    await openOne(ctx, tx, { one, allowed, range: tcp.range })
    await publishPorts(tx, instance.account_id, [id])
  })
  const { address } = await ownedPort(ctx, { id, port })
  return portView(ctx, address)
}

async function openOne(
  { clock }: Pick<PortsCtx, 'clock'>,
  tx: Tx,
  { one, allowed, range }: { one: OnePort; allowed: readonly string[]; range: TcpRange },
): Promise<void> {
  const had = await findTcpPort(tx.db, one)
  if (had !== undefined && isInRange(range, had.tcp_port)) return reopenTcpPort(tx, one, allowed)
  const at = clock.now()
  const rested = new Date(at.getTime() - tcpPortRestMs)
  const tcpPort = await findFreeTcpPort(tx.db, range, rested)
  if (tcpPort === undefined) throw new Refused('tcp_ports_exhausted')
  await assignTcpPort(tx, one, { tcpPort, allowed, at })
}
