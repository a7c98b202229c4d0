import type { AgentMessage, InstanceReport } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { AgentEvent } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { listOnMachine, lockInstance } from './instances-store.ts'
import { insertSample } from './metrics-store.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { type Settling, settleReport } from './settle-report.ts'
import { syncMachine } from './sync-machine.ts'

/** Takes in what a machine says of its instances. The gateway calls it one message after the other for each machine. */
export async function handleMessage(ctx: InstancesCtx, event: AgentEvent): Promise<void> {
  const { machineId, message, receivedAt } = event
  const reports = reportsOf(message)
  const level = message.kind === 'instance' ? 'passing' : 'repeated'
  const samples = new Map(
    metricsOf(message).map(({ instance_id, sample }) => [instance_id, sample]),
  )
  for (const report of reports) {
    const sample = samples.get(report.instance_id)
    await settle(ctx, { machineId, report, sample, seenAt: receivedAt, level }).catch(
      // @NOTE the others of this machine must be heard all the same; this one falls silent, and then counts as lost.
      (error: unknown) =>
        ctx.log.error({ err: error, instance: report.instance_id }, 'a report was not taken in'),
    )
  }
  if (message.kind === 'heartbeat') await resendUnheard(ctx, machineId, reports)
  if (message.kind === 'hello' || holdsRuins(message)) {
    const held = new Set(reports.map((report) => report.instance_id))
    await syncMachine(ctx, { machineId, held })
  }
}

/** Whether the machine still reports something destroyed: a sync without it tells it that this was heard. */
function holdsRuins(message: AgentMessage): boolean {
  return (
    message.kind === 'heartbeat' && message.instances.some(({ phase }) => phase === 'destroyed')
  )
}

/** Orders that the machine has not taken in yet (the connection broke just then) are sent again. */
async function resendUnheard(
  ctx: InstancesCtx,
  machineId: MachineId,
  reports: readonly InstanceReport[],
): Promise<void> {
  const held = new Set(reports.map((report) => report.instance_id))
  const rows = await listOnMachine(ctx.db, machineId)
  for (const row of rows)
    if (row.observed_generation === 0 && !held.has(row.id)) sendSpecSoon(ctx, row.id)
}

function metricsOf(message: AgentMessage) {
  return message.kind === 'heartbeat' ? message.metrics : []
}

function reportsOf(message: AgentMessage): InstanceReport[] {
  switch (message.kind) {
    case 'hello':
    case 'heartbeat':
      return message.instances
    case 'instance':
      return [message.report]
    case 'hardware':
    case 'benchmark':
    case 'rendering':
    case 'chunk':
    case 'serving':
      return []
  }
}

interface Heard extends Omit<Settling, 'row'> {
  machineId: MachineId
  sample: ReportedSample | undefined
}

/**
 * One transaction for each instance: one over several would lock several renters' money in an order of its own.
 * Only instances of this very machine are touched, whatever it claims.
 */
async function settle(
  ctx: InstancesCtx,
  { machineId, report, sample, seenAt, level }: Heard,
): Promise<void> {
  const settled = await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, report.instance_id)
    if (row?.machine_id !== machineId) return undefined
    if (sample !== undefined)
      await insertSample(tx, { instanceId: row.id, at: new Date(sample.at), sample })
    return settleReport(ctx, tx, { row, report, seenAt, level })
  })
  if (settled !== undefined && mustHear(settled, report)) sendSpecSoon(ctx, settled.id)
}

/** Whether the agent works towards something older than what is wanted now. */
function mustHear(row: InstanceRow, report: InstanceReport): boolean {
  return row.state !== 'destroyed' && report.observed_generation < row.generation
}
