import type { Duplex } from 'node:stream'
import type { InstanceSpec, SyncReply } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { deadline } from '../host/clock.ts'
import { AgentRefused } from '../refused.ts'
import { type KeeperContext, moment } from './context.ts'
import type { Isolation } from './egress/apply.ts'
import type { Holdings } from './holdings.ts'
import type { InstanceKeeper } from './keeper.ts'
import type { KeeperOptions } from './keeper-options.ts'
import { readLogs } from './read-logs.ts'
import { type InstanceRecord, reportOf } from './record.ts'
import { runExec } from './run-exec.ts'
import { createSampler } from './sampler.ts'
import { createWorks } from './works.ts'

export { checkEgress, type Isolation } from './egress/apply.ts'
export { hostGaps } from './host-gaps.ts'
export type { InstanceKeeper } from './keeper.ts'
export { ownerOf } from './names.ts'

const dialLimitMs = 10_000

/** The keeper, and how far it could keep containers out of the machine's network. */
export type MachineKeeper = InstanceKeeper & { isolation(): Isolation }

/** The instances of a machine over a container runtime. Call `adopt` before anything else. */
export function createInstanceKeeper(options: KeeperOptions): MachineKeeper {
  const works = createWorks(options)
  const { context, holdings, guard, terminals } = works
  return {
    adopt: works.adopt,
    apply: holdings.apply,
    sync: (specs) => sync(holdings, specs),
    reports: () => holdings.all().map((record) => reportOf(record, moment(options.clock))),
    sampleMetrics: createSampler(context, holdings),
    onChange: works.onChange,
    logs: (id, selection, signal) => readLogs(context, holdings.get(id), { selection, signal }),
    exec: (id, request, signal) => runExec(context, holdings.running(id), { request, signal }),
    openTerminal: async (id, terminal, size) =>
      terminals.open(holdings.running(id), terminal, size),
    resizeTerminal: async (id, terminal, size) =>
      terminals.resize(holdings.get(id), terminal, size),
    dial: async (id, port, signal) => dial(context, holdings.running(id), { port, signal }),
    isolation: guard.isolation,
    [Symbol.asyncDispose]: works.end,
  }
}

/** What is destroyed and no longer asked for has been heard, and is forgotten. */
function sync(holdings: Holdings, specs: readonly InstanceSpec[]): SyncReply {
  const named = new Set<InstanceId>(specs.map((spec) => spec.instance_id))
  for (const spec of specs) holdings.apply(spec)
  const unnamed = holdings.all().filter((record) => !named.has(record.spec.instance_id))
  for (const { phase, spec } of unnamed)
    if (phase === 'destroyed') holdings.forget(spec.instance_id)
  const unknown = unnamed.filter(({ phase }) => phase !== 'destroyed')
  return { unknown: unknown.map(({ spec }) => spec.instance_id) }
}

async function dial(
  { clock, runtime }: KeeperContext,
  record: InstanceRecord,
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<Duplex> {
  const limit = deadline(clock, dialLimitMs, signal)
  try {
    return await runtime.dial(record.container, port, limit.signal)
  } catch (cause) {
    throw new AgentRefused('upstream_failed', `Nothing answers on port ${port}.`, { cause })
  } finally {
    limit.done()
  }
}
