import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { assertNever } from '@gridloom/domain/assert-never'
import { diskOfferedGb } from '@gridloom/domain/disk'
import { coveredMs } from '@gridloom/domain/spans'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { excusedSince } from '../../platform/outages/excused.ts'
import type { AgentEvent } from '../agents/index.ts'
import { recordDiskUsed } from '../market/index.ts'
import { listBenchmarks, putBenchmarks } from './benchmarks-store.ts'
import type { MachinesCtx } from './ctx.ts'
import { hardwareReductions } from './hardware-reductions.ts'
import { findLastSeen, recordHeartbeat } from './heartbeats-store.ts'
import { machineReduced } from './machine-events.ts'
import { lockMachine, putImages, updateMachine } from './machines-store.ts'
import { measureNetworkSoon } from './measure-network-soon.ts'
import { publishMachine } from './publish-machine.ts'
import { agentsOwn, recordBenchmarks } from './record-benchmarks.ts'
import { recordGpuBenchmarks } from './record-gpu-benchmarks.ts'
import { refreshOffers } from './refresh-offers.ts'
import type { MachineRow } from './schema.ts'

type Message<Kind extends AgentMessage['kind']> = Extract<AgentMessage, { kind: Kind }>

/**
 * Handles a machine's messages about itself; other features handle those about its instances, rendering and models.
 * Subscribe it to the gateway, which delivers the messages of a machine one after the other.
 */
export async function handleMachineMessage(ctx: MachinesCtx, event: AgentEvent): Promise<void> {
  const { machineId, message, receivedAt } = event
  switch (message.kind) {
    case 'hello':
      return handleHello(ctx, machineId, message, receivedAt)
    case 'heartbeat':
      return handleHeartbeat(ctx, machineId, message, receivedAt)
    case 'hardware':
      return handleHardware(ctx, machineId, message.hardware)
    case 'benchmark':
      return recordBenchmarks(ctx, machineId, agentsOwn([message.benchmark]))
    case 'gpu_benchmarks':
      return recordGpuBenchmarks(ctx, machineId, message.benchmarks)
    case 'instance':
    case 'rendering':
    case 'chunk':
    case 'serving':
      return
    default:
      return assertNever(message)
  }
}

/** Returns for how long, since it was last seen, the machine could not report because the control plane was away. */
async function excusedMsUntil(tx: Tx, machineId: MachineId, at: Date): Promise<number> {
  const seen = await findLastSeen(tx.db, machineId)
  if (seen === undefined) return 0
  const span = { fromMs: seen.getTime(), toMs: at.getTime() }
  return coveredMs(span, await excusedSince(tx, seen))
}

async function handleHello(
  ctx: MachinesCtx,
  machineId: MachineId,
  hello: Message<'hello'>,
  at: Date,
): Promise<void> {
  const measured = await ctx.transact(async (tx) => {
    const machine = await lockMachine(tx, machineId)
    if (machine === undefined) return true
    const excusedMs = await excusedMsUntil(tx, machineId, at)
    await recordHeartbeat(tx, machineId, { at, load: null, excusedMs })
    await updateMachine(tx, machineId, {
      status: 'online',
      agent_version: hello.agent_version,
      agent_protocol: hello.protocol,
      connected_at: at,
    })
    await putBenchmarks(tx, machineId, agentsOwn(hello.benchmarks))
    await storeHardware(ctx, tx, machine, hello.hardware)
    await publishMachine(tx, machine.account_id, machineId)
    const benchmarks = (await listBenchmarks(tx.db, [machineId])).get(machineId) ?? []
    return benchmarks.some((benchmark) => benchmark.kind === 'network_rtt_ms')
  })
  await recordGpuBenchmarks(ctx, machineId, hello.gpu_benchmarks)
  if (!measured) measureNetworkSoon(ctx, machineId)
}

/** Usually writes one small update and nothing else. */
async function handleHeartbeat(
  ctx: MachinesCtx,
  machineId: MachineId,
  heartbeat: Message<'heartbeat'>,
  at: Date,
): Promise<void> {
  const { load } = heartbeat
  await ctx.transact(async (tx) => {
    const known = await recordHeartbeat(tx, machineId, { at, load, excusedMs: 0 })
    if (known === undefined) return
    const diskGb = diskOfferedGb({ totalGb: known.diskTotalGb, freeGb: load.disk_free_gb })
    const filled = await recordDiskUsed(tx, machineId, diskUsed(heartbeat))
    const back = known.status !== 'online'
    const stale = back || known.offersDue || filled || diskMoved(known.diskOfferedGb, diskGb)
    if (stale) {
      await lockMachine(tx, machineId)
      await updateMachine(tx, machineId, { status: 'online', disk_offered_gb: diskGb })
      await refreshOffers(ctx, tx, machineId)
    }
    if (!back && !known.notifyDue) return
    await publishMachine(tx, known.accountId, machineId)
  })
}

/**
 * Whether offers must change: a decrease counts at once, an increase from 2 GB on; otherwise a disk at the edge of a GB
 * would change offers every 5 s.
 */
function diskMoved(offeredGb: number, nowGb: number): boolean {
  return nowGb < offeredGb || nowGb > offeredGb + 1
}

async function handleHardware(
  ctx: MachinesCtx,
  machineId: MachineId,
  hardware: Hardware,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const machine = await lockMachine(tx, machineId)
    if (machine === undefined) return
    await storeHardware(ctx, tx, machine, hardware)
    await publishMachine(tx, machine.account_id, machineId)
  })
}

async function storeHardware(
  ctx: MachinesCtx,
  tx: Tx,
  machine: MachineRow,
  hardware: Hardware,
): Promise<void> {
  const { id: machineId, hardware: before, listed } = machine
  const { disk_total_gb: totalGb, disk_free_gb: freeGb } = hardware
  await updateMachine(tx, machineId, {
    hardware: JSON.stringify(hardware),
    disk_offered_gb: diskOfferedGb({ totalGb, freeGb }),
  })
  await putImages(tx, machineId, hardware.images)
  await refreshOffers(ctx, tx, machineId)
  if (before === null || !listed) return
  const figures = hardwareReductions(before, hardware)
  if (figures.length === 0) return
  const payload = { machine_id: machineId, figures }
  await recordEvents(ctx, tx, [
    machineReduced.of({ subject: machineId, accountId: machine.account_id, payload }),
  ])
}

function diskUsed({ metrics }: Message<'heartbeat'>) {
  return metrics.flatMap(({ instance_id, sample }) =>
    sample.disk_used_bytes === null
      ? []
      : [{ instanceId: instance_id, usedGb: Math.floor(sample.disk_used_bytes / 1e9) }],
  )
}
