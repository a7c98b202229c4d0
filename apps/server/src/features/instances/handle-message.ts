import type { AgentMessage, InstanceReport } from '@gridloom/contract/agent/protocol'
import type { InstanceId, MachineId } from '@gridloom/contract/ids'
import type { MetricSample } from '@gridloom/contract/instances'
import type { AgentEvent } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { listOnMachine, lockOnMachine } from './instances-store.ts'
import { insertSamples } from './metrics-store.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { settleReport } from './settle-report.ts'
import { syncMachine } from './sync-machine.ts'

/** Takes in what a machine says of its instances. The gateway calls it one message after the other for each machine. */
export async function handleMessage(ctx: InstancesCtx, event: AgentEvent): Promise<void> {
  const { machineId, message, receivedAt } = event
  const reports = reportsOf(message)
  const samples = message.kind === 'heartbeat' ? message.metrics : []
  await settle(ctx, { machineId, reports, samples, seenAt: receivedAt })
  if (message.kind === 'heartbeat') await resendUnheard(ctx, machineId, reports)
  if (message.kind === 'hello') {
    await syncMachine(ctx, {
      machineId,
      held: new Set(reports.map((report) => report.instance_id)),
    })
  }
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

function reportsOf(message: AgentMessage): InstanceReport[] {
  switch (message.kind) {
    case 'hello':
    case 'heartbeat':
      return message.instances
    case 'instance':
      return [message.report]
    case 'hardware':
    case 'benchmark':
      return []
  }
}

interface Heard {
  machineId: MachineId
  reports: readonly InstanceReport[]
  samples: readonly { instance_id: InstanceId; sample: MetricSample }[]
  seenAt: Date
}

/** All reports of one message in one transaction; only instances of this very machine are touched. */
async function settle(
  ctx: InstancesCtx,
  { machineId, reports, samples, seenAt }: Heard,
): Promise<void> {
  if (reports.length === 0) return
  const byId = new Map(reports.map((report) => [report.instance_id, report]))
  const settled = await ctx.transact(async (tx) => {
    const rows = await lockOnMachine(tx, machineId, [...byId.keys()])
    const after: InstanceRow[] = []
    for (const row of rows) {
      const report = byId.get(row.id)
      if (report !== undefined) after.push(await settleReport(ctx, tx, { row, report, seenAt }))
    }
    const mine = new Set(rows.map((row) => row.id))
    await insertSamples(
      tx,
      samples
        .filter(({ instance_id }) => mine.has(instance_id))
        .map(({ instance_id, sample }) => ({
          instanceId: instance_id,
          at: new Date(sample.at),
          sample,
        })),
    )
    return after
  })
  for (const row of settled) if (mustHear(row, byId.get(row.id))) sendSpecSoon(ctx, row.id)
}

/** Whether the agent works towards something older than what is wanted now. */
function mustHear(row: InstanceRow, report: InstanceReport | undefined): boolean {
  return row.state !== 'destroyed' && (report?.observed_generation ?? 0) < row.generation
}
