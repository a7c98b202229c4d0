import type { Duplex } from 'node:stream'
import { createDeadline, withDeadline } from '@gridloom/async/deadline'
import type { InstanceSpec, SyncReply } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ListeningPort } from '@gridloom/contract/instances/listening'
import { AgentRefused } from '../refused.ts'
import { type InstanceContext, timestampOf } from './context.ts'
import type { InstanceManager } from './instance-manager.ts'
import type { InstanceTable } from './instance-table.ts'
import { listeningPorts } from './listening.ts'
import { createManagerInternals } from './manager-internals.ts'
import type { InstanceManagerOptions } from './manager-options.ts'
import { readLogs } from './read-logs.ts'
import { type InstanceRecord, instanceReport } from './record.ts'
import { runExec } from './run-exec.ts'
import { createSampler } from './sampler.ts'
import { readStopped } from './stopped/read-stopped.ts'

export type { InstanceManager } from './instance-manager.ts'

const dialLimitMs = 10_000
const tablesLimitMs = 10_000

/** Manages the instances of a machine over a container runtime. Call `adopt` before anything else. */
export function createInstanceManager(options: InstanceManagerOptions): InstanceManager {
  const internals = createManagerInternals(options)
  const { context, table, guard, terminals, sessions, snapshots, volumes, clusters, prepared } =
    internals
  return {
    adopt: internals.adopt,
    apply: table.apply,
    sync: (specs) => sync(table, specs),
    reports: () => table.all().map((record) => instanceReport(record, timestampOf(options.clock))),
    sampleMetrics: createSampler(context, table),
    onChange: internals.onChange,
    logs: (id, selection, signal) => readLogs(context, table.get(id), { selection, signal }),
    exec: (id, request, signal) => runExec(context, table.running(id), { request, signal }),
    openTerminal: async (id, terminal, size) => terminals.open(table.running(id), terminal, size),
    resizeTerminal: async (id, terminal, size) => terminals.resize(table.get(id), terminal, size),
    sessions,
    snapshots,
    volumes,
    clusters,
    prepared,
    dial: async (id, port, signal) => dial(context, table.running(id), { port, signal }),
    listening: async (id, signal) => listening(context, table.running(id), signal),
    readStopped: async (id, path, signal) => readStopped(context, table.get(id), { path, signal }),
    openStopped: async ({ id, session }, signal) =>
      context.disks.open(table.get(id), session, signal),
    isolation: guard.isolation,
    onIsolationChange: guard.onChange,
    sealKey: context.sealKey.publicKey,
    [Symbol.asyncDispose]: internals.end,
  }
}

/** Applies the specs, and forgets destroyed instances without one: the control plane has received their end. */
function sync(table: InstanceTable, specs: readonly InstanceSpec[]): SyncReply {
  const named = new Set<InstanceId>(specs.map((spec) => spec.instance_id))
  for (const spec of specs) table.apply(spec)
  const unnamed = table.all().filter((record) => !named.has(record.spec.instance_id))
  for (const { phase, spec } of unnamed) if (phase === 'destroyed') table.forget(spec.instance_id)
  const unknown = unnamed.filter(({ phase }) => phase !== 'destroyed')
  return { unknown: unknown.map(({ spec }) => spec.instance_id) }
}

async function dial(
  { clock, runtime }: InstanceContext,
  record: InstanceRecord,
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<Duplex> {
  const limit = createDeadline(clock, dialLimitMs, signal)
  try {
    return await runtime.dial(record.container, port, limit.signal)
  } catch (cause) {
    throw new AgentRefused('upstream_failed', `Nothing is listening on port ${port}.`, { cause })
  } finally {
    limit.done()
  }
}

async function listening(
  { clock, runtime }: InstanceContext,
  { container }: InstanceRecord,
  signal: AbortSignal,
): Promise<ListeningPort[]> {
  const tables = await withDeadline(clock, { ms: tablesLimitMs, signal }, (limited) =>
    runtime.socketTables(container, limited),
  )
  return listeningPorts(tables)
}
