import type { ModelsReport, ServeReport } from '@gridloom/contract/agent/models'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { AgentEvent } from '../../agents/index.ts'
import { agentTooOld } from './bounded-report.ts'
import type { Parts } from './parts.ts'
import { readMachine } from './reload-after.ts'
import { isBehind } from './seats.ts'
import type { ServedRow } from './served-row.ts'

/** Takes in what a machine says of models. */
export async function hearMachine(parts: Parts, { machineId, message }: AgentEvent): Promise<void> {
  const { seats, metrics, engines } = parts
  if (message.kind === 'hello') {
    seats.take(machineId, message.inference)
    await readMachine(parts, machineId)
    const rows = [...(seats.get(machineId)?.rows.values() ?? [])]
    await engines.keep(machineId, message.inference)
    await metrics.recall(rows.map(({ id }) => id))
    await hearAll(parts, machineId, servingOf(message.inference, rows))
  }
  if (message.kind === 'serving') await hearOne(parts, machineId, message.report)
  if (message.kind === 'heartbeat') await hearHeartbeat(parts, machineId, message)
}

type Heartbeat = Extract<AgentMessage, { kind: 'heartbeat' }>

async function hearHeartbeat(
  parts: Parts,
  machineId: MachineId,
  { serving, llama_missing }: Heartbeat,
): Promise<void> {
  const seat = parts.seats.get(machineId)
  if (seat?.can !== true) return
  if (llama_missing !== undefined) await parts.engines.keep(machineId, { can: true, llama_missing })
  await hearAll(parts, machineId, serving)
  if (isBehind(seat, serving)) parts.orders.send(machineId)
}

/** An agent that knows nothing of models says nothing of what it is to serve either. */
function servingOf(
  { can, serving }: ModelsReport,
  rows: readonly ServedRow[],
): readonly ServeReport[] {
  if (can) return serving
  return rows.map(({ id }) => ({
    endpoint_id: id,
    observed_generation: 0,
    phase: 'failed',
    fetched_bytes: null,
    total_bytes: null,
    problem: agentTooOld,
    context_tokens: null,
    quantization: null,
    features: [],
    busy: 0,
    queued: 0,
  }))
}

/** What is not named is not served. */
async function hearAll(
  parts: Parts,
  machineId: MachineId,
  reports: readonly ServeReport[],
): Promise<void> {
  const { seats, keeper } = parts
  const named = new Set(reports.map((report) => report.endpoint_id))
  for (const report of reports) await hearOne(parts, machineId, report)
  for (const row of seats.get(machineId)?.rows.values() ?? []) {
    if (named.has(row.id)) continue
    seats.unhear(machineId, row.id)
    await keeper.keep(row, null)
  }
}

async function hearOne(parts: Parts, machineId: MachineId, said: ServeReport): Promise<void> {
  const { seats, keeper, clock } = parts
  const report = seats.hear(machineId, said, clock.monotonicMs())
  const row = seats.get(machineId)?.rows.get(said.endpoint_id)
  if (report === undefined || row === undefined) return
  await keeper.keep(row, report)
}

/** A machine is gone, with all that it served. */
export async function forgetMachine(
  { seats, keeper, loads, engines }: Parts,
  machineId: MachineId,
): Promise<void> {
  const rows = seats.leave(machineId)
  engines.forget(machineId)
  for (const row of rows) {
    loads.forget(row.id)
    await keeper.keep(row, null)
  }
}
