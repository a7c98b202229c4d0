import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { ClusterThroughput, MeasureThroughput } from '@gridloom/contract/clusters/cluster'
import { clusterAddress } from '@gridloom/contract/clusters/network'
import type { ClusterId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { answerBounds } from '../agents/index.ts'
import { type InstanceRow, listInClusters } from '../instances/index.ts'
import { shownState } from './cluster-states.ts'
import { updateCluster } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'
import { clusterConflict, ownedCluster } from './owned-cluster.ts'
import { publishCluster } from './publish-cluster.ts'
import { blockBytes, readCopied } from './read-copied.ts'

const sendS = 3
const timeoutS = 20
/** No program of an image listens here by default; below the ports that kernels choose from. */
const port = 20_204
const bin = '/.gridloom/bin'
/** Counts blocks from the first byte to the last; `readCopied` reads what it says. */
const countScript = [
  'read from rest </proc/uptime',
  `${bin}/busybox dd of=/dev/null bs=${blockBytes} iflag=fullblock`,
  'read to rest </proc/uptime',
  'echo from $from to $to >&2',
].join('; ')

/**
 * Measures what one TCP connection between two nodes carries, with the programs of the toolbox, and keeps the result.
 * @throws Refused `not_found`, `state_conflict` unless all nodes run, and while another measurement runs; `upstream_failed`
 */
export async function measureThroughput(
  ctx: ClustersCtx,
  { id, from, to }: MeasureThroughput & { id: ClusterId },
): Promise<ClusterThroughput> {
  const row = await ownedCluster(ctx, id)
  const nodes = await listInClusters(ctx.db, [id])
  const state = shownState(row.state, nodes)
  if (state !== 'running') throw clusterConflict(state)
  const [sender, receiver] = [nodes[from], nodes[to]]
  if (sender === undefined || receiver === undefined || sender === receiver)
    throw new Refused('invalid_input', { fields: { to: 'must be another node of the cluster' } })
  if (ctx.measuring.has(id)) throw clusterConflict('being measured')
  ctx.measuring.add(id)
  try {
    const copied = await transfer(ctx, { sender, receiver, to })
    const throughput = {
      ...{ from, to, between_machines: sender.machine_id !== receiver.machine_id },
      bytes: copied.bytes,
      bytes_per_s: Math.round(copied.bytes / copied.seconds),
      measured_at: ctx.clock.now().toISOString(),
    }
    await ctx.transact(async (tx) => {
      await updateCluster(tx, id, { throughput: JSON.stringify(throughput) })
      await publishCluster(tx, row)
    })
    return throughput
  } finally {
    ctx.measuring.delete(id)
  }
}

interface Transfer {
  sender: InstanceRow
  receiver: InstanceRow
  to: number
}

/** The receiver counts bytes and time; the sender sends zeros for some seconds. */
async function transfer(ctx: ClustersCtx, { sender, receiver, to }: Transfer) {
  const address = clusterAddress(to)
  const receiving = run(ctx, receiver, [
    `${bin}/socat`,
    '-u',
    `TCP-LISTEN:${port},bind=${address},reuseaddr,accept-timeout=10`,
    `EXEC:"${bin}/sh -c '${countScript}'",nofork`,
  ])
  // Awaited below, after the sender.
  receiving.catch(() => undefined)
  const zeros = `${bin}/busybox timeout ${sendS} ${bin}/busybox dd if=/dev/zero bs=65536 2>/dev/null`
  const connect = `${bin}/socat -u -b 65536 - TCP:${address}:${port},retry=50,interval=0.1`
  await run(ctx, sender, [`${bin}/sh`, '-c', `${zeros} | ${connect}`])
  const copied = readCopied(await receiving)
  if (copied === undefined)
    throw new Refused('upstream_failed', { internal: 'the receiving node counted nothing' })
  return copied
}

/** Runs a command in a node, and returns what it wrote to standard error. */
async function run(ctx: ClustersCtx, node: InstanceRow, command: string[]): Promise<string> {
  const messages = ctx.agents.lines(node.machine_id, instanceCalls.exec, {
    params: { id: node.id },
    body: { command, timeout_s: timeoutS },
    bounds: { ...answerBounds.exec, totalMs: (timeoutS + 20) * 1_000 },
    signal: ctx.signal,
  })
  let said = ''
  for await (const message of messages)
    if (message.kind === 'output' && message.stream === 'stderr' && said.length < 10_000)
      said += Buffer.from(message.base64, 'base64').toString('latin1')
  return said
}
