import type { Clock } from '@gridloom/async/clock'
import type { ModelsReport, ServeReport } from '@gridloom/contract/agent/models'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { AgentEvent } from '../../agents/index.ts'
import { agentTooOld } from '../registry/bounded-report.ts'
import { type ConnectedMachines, isBehind } from '../registry/connected-machines.ts'
import type { ServedRow } from '../registry/served-row.ts'
import type { EndpointStats } from '../stats/endpoint-stats.ts'
import type { InFlight } from '../stats/in-flight.ts'
import type { EngineStore } from './engine-store.ts'
import type { OrderSender } from './order-sender.ts'
import { loadServeOrders } from './reload-after.ts'
import type { ReportStore } from './report-store.ts'

/** The machines that are connected, and where their reports are kept. */
interface ReceivedReports {
  readonly machines: ConnectedMachines
  readonly reports: Pick<ReportStore, 'save'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Heartbeats also tell which engines there are, and that orders have to be sent again. */
interface ReceivedHeartbeats extends ReceivedReports {
  readonly engines: Pick<EngineStore, 'save'>
  readonly orders: Pick<OrderSender, 'send'>
}

type LoadedOrders = Parameters<typeof loadServeOrders>[0]

/** Applies a machine's report on the models that it serves. */
export async function handleReport(
  registry: ReceivedHeartbeats & LoadedOrders & { readonly stats: Pick<EndpointStats, 'load'> },
  { machineId, message }: AgentEvent,
): Promise<void> {
  const { machines, stats, engines } = registry
  if (message.kind === 'hello') {
    machines.connect(machineId, { canServe: message.inference.can })
    await loadServeOrders(registry, machineId)
    const rows = [...(machines.get(machineId)?.rows.values() ?? [])]
    await engines.save(machineId, message.inference)
    await stats.load(rows.map(({ id }) => id))
    await applyReports(registry, machineId, servingOf(message.inference, rows))
  }
  if (message.kind === 'serving') await applyReport(registry, machineId, message.report)
  if (message.kind === 'heartbeat') await handleHeartbeat(registry, machineId, message)
}

type Heartbeat = Extract<AgentMessage, { kind: 'heartbeat' }>

async function handleHeartbeat(
  registry: ReceivedHeartbeats,
  machineId: MachineId,
  { serving, llama_missing }: Heartbeat,
): Promise<void> {
  const machine = registry.machines.get(machineId)
  if (machine?.canServe !== true) return
  if (llama_missing !== undefined)
    await registry.engines.save(machineId, { can: true, llama_missing })
  await applyReports(registry, machineId, serving)
  if (isBehind(machine, serving)) registry.orders.send(machineId)
}

/**
 * Returns what a machine serves. An agent that cannot serve models reports nothing: each of its orders counts as
 * failed.
 */
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

/** Applies a full list of reports: an endpoint that is missing from it is not served. */
async function applyReports(
  registry: ReceivedReports,
  machineId: MachineId,
  received: readonly ServeReport[],
): Promise<void> {
  const { machines, reports } = registry
  const named = new Set(received.map((report) => report.endpoint_id))
  for (const report of received) await applyReport(registry, machineId, report)
  for (const row of machines.get(machineId)?.rows.values() ?? []) {
    if (named.has(row.id)) continue
    machines.dropReport(machineId, row.id)
    await reports.save(row, null)
  }
}

async function applyReport(
  { machines, reports, clock }: ReceivedReports,
  machineId: MachineId,
  given: ServeReport,
): Promise<void> {
  const report = machines.applyReport(machineId, given, clock.monotonicMs())
  const row = machines.get(machineId)?.rows.get(given.endpoint_id)
  if (report === undefined || row === undefined) return
  await reports.save(row, report)
}

interface ForgottenMachine {
  readonly machines: Pick<ConnectedMachines, 'disconnect'>
  readonly reports: Pick<ReportStore, 'save'>
  readonly inFlight: Pick<InFlight, 'forget'>
  readonly engines: Pick<EngineStore, 'forget'>
}

/** Removes a machine that disconnected, with all its endpoints. */
export async function forgetMachine(
  { machines, reports, inFlight, engines }: ForgottenMachine,
  machineId: MachineId,
): Promise<void> {
  const rows = machines.disconnect(machineId)
  engines.forget(machineId)
  for (const row of rows) {
    inFlight.forget(row.id)
    await reports.save(row, null)
  }
}
