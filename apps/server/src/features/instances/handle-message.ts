import type { AgentMessage, InstanceReport } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { AgentEvent } from '../agents/index.ts'
import { applySample } from './automation/apply-sample.ts'
import type { InstancesCtx } from './ctx.ts'
import { listOnMachine, lockInstance } from './instances-store.ts'
import { forgetUsageJournal } from './read-usage-journal.ts'
import { gapBefore } from './report-gap.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { type ReportToSettle, settleReport } from './settle-report.ts'
import { syncMachine } from './sync-machine.ts'

/** Handles the messages of a machine about its instances. The gateway delivers them one after the other. */
export async function handleMessage(ctx: InstancesCtx, event: AgentEvent): Promise<void> {
  const { machineId, message } = event
  const reports = reportsOf(message)
  await settleReports(ctx, event, reports)
  // A journal whose time could not be charged yet is still needed.
  const through = ctx.unsettledGaps.takeThrough(machineId)
  if (through !== null) await forgetUsageJournal(ctx, machineId, through)
  if (message.kind === 'heartbeat') await resendUnacknowledged(ctx, machineId, reports)
  if (message.kind === 'hello' || reportsDestroyed(message)) {
    const held = new Set(reports.map((report) => report.instance_id))
    await syncMachine(ctx, { machineId, held })
  }
}

async function settleReports(
  ctx: InstancesCtx,
  { machineId, message, receivedAt: seenAt }: AgentEvent,
  reports: readonly InstanceReport[],
): Promise<void> {
  await readGap(ctx, machineId, message)
  const delivery = message.kind === 'instance' ? ('once' as const) : ('repeated' as const)
  const samples = new Map(
    metricsOf(message).map(({ instance_id, sample }) => [instance_id, sample]),
  )
  for (const report of reports) {
    const { instance_id: id } = report
    const gap = ctx.unsettledGaps.of(machineId, id)
    const received = { machineId, report, sample: samples.get(id), seenAt, delivery }
    try {
      await settle(ctx, { ...received, ...(gap && { gap }) })
      ctx.unsettledGaps.settled(machineId, id)
    } catch (error) {
      // @NOTE the machine's other reports must still be handled; without reports this instance counts as lost.
      ctx.log.error(
        { event: 'instance.report_failed', err: error, instance: id },
        'instance report could not be applied',
      )
    }
  }
}

/** Reads the gap that a `hello` ends. Where that fails, no report is settled before a later message has read it. */
async function readGap(
  ctx: InstancesCtx,
  machineId: MachineId,
  message: AgentMessage,
): Promise<void> {
  if (message.kind === 'hello') {
    const instances = message.instances.map(({ instance_id }) => instance_id)
    ctx.unsettledGaps.begin(machineId, { instances, through: message.usage_through })
  }
  await ctx.unsettledGaps.read(machineId, (through) => gapBefore(ctx, machineId, through))
}

/** Whether the machine still reports a destroyed instance: a sync without it acknowledges the report. */
function reportsDestroyed(message: AgentMessage): boolean {
  return (
    message.kind === 'heartbeat' && message.instances.some(({ phase }) => phase === 'destroyed')
  )
}

/** Sends orders again that the machine has not acknowledged because its connection broke. */
async function resendUnacknowledged(
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
    case 'gpu_benchmarks':
    case 'rendering':
    case 'chunk':
    case 'serving':
      return []
  }
}

interface ReceivedReport extends Omit<ReportToSettle, 'row'> {
  machineId: MachineId
  sample: ReportedSample | undefined
}

/**
 * Settles a report in a transaction of its own: a shared one would lock the money of several renters in another order.
 * Reports of instances on another machine are ignored.
 */
async function settle(
  ctx: InstancesCtx,
  { machineId, sample, ...settling }: ReceivedReport,
): Promise<void> {
  const settled = await ctx.transact(async (tx) => {
    const { report } = settling
    const row = await lockInstance(tx, report.instance_id)
    if (row?.machine_id !== machineId) return undefined
    const { seenAt } = settling
    const sampled = sample === undefined ? row : await applySample(tx, row, { sample, seenAt })
    return settleReport(ctx, tx, { row: sampled, ...settling })
  })
  if (settled !== undefined && isBehind(settled, settling.report)) sendSpecSoon(ctx, settled.id)
}

/** Whether the agent works towards an older generation than the current one. */
function isBehind(row: InstanceRow, report: InstanceReport): boolean {
  return row.state !== 'destroyed' && report.observed_generation < row.generation
}
