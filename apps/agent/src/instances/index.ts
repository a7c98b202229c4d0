import type { Duplex } from 'node:stream'
import type { InstanceSpec, SyncReply } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/ids'
import { type Chance, systemChance } from '../host/chance.ts'
import { type Clock, deadline } from '../host/clock.ts'
import { type Execute, execute as systemExecute } from '../host/execute.ts'
import { createImageSource } from '../images/index.ts'
import { AgentRefused } from '../refused.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { beginAdoption } from './adoption.ts'
import { createAnnouncer } from './announce.ts'
import { type EnsureImage, type KeeperContext, type KeeperLog, moment } from './context.ts'
import { ensureEgress, type Isolation } from './egress/apply.ts'
import { createGuard } from './egress/guard.ts'
import { createHoldings, type Holdings } from './holdings.ts'
import { createInstanceFiles } from './instance-file.ts'
import type { InstanceKeeper } from './keeper.ts'
import { readLogs } from './read-logs.ts'
import { type InstanceRecord, reportOf } from './record.ts'
import { runExec } from './run-exec.ts'
import { createSampler } from './sampler.ts'
import { createTerminals } from './terminals.ts'
import { watchEngine } from './watch-engine.ts'

export { checkEgress, type Isolation } from './egress/apply.ts'
export type { InstanceKeeper } from './keeper.ts'

const saveEveryMs = 3_000
const isolateEveryMs = 60_000
const dialLimitMs = 10_000

export interface KeeperOptions {
  runtime: ContainerRuntime
  /** Instances' state goes to `instances/` in here, image archives are looked for in `images/`. */
  dataDir: string
  clock: Clock
  log: KeeperLog
  chance?: Chance
  execute?: Execute
  /** Where images come from; by default archives, the base images made here, and registries. */
  ensureImage?: EnsureImage
  /** Keeps containers out of private networks; by default with iptables. */
  isolate?: (signal: AbortSignal) => Promise<Isolation>
}

/** The keeper, and how far it could keep containers out of the machine's network. */
export type MachineKeeper = InstanceKeeper & { isolation(): Isolation }

/** The instances of a machine over a container runtime. Call `adopt` before anything else. */
export function createInstanceKeeper(options: KeeperOptions): MachineKeeper {
  const { clock, log } = options
  const life = new AbortController()
  const files = createInstanceFiles(options.dataDir, (path, cause) =>
    log.warn({ err: cause, path }, 'the state of an instance cannot be read; its labels are used'),
  )
  const save = (record: InstanceRecord) => {
    files.save(record).catch((cause: unknown) => {
      // @NOTE the labels and the next save repair it; a machine with a full disk goes on serving
      log.warn({ err: cause, instance: record.container }, 'the state could not be written')
    })
  }
  const announcer = createAnnouncer(clock, save)
  const context = createContext(options, announcer.changed)
  const adoption = { isComplete: false }
  const holdings = createHoldings(context, {
    files,
    isComplete: () => adoption.isComplete,
    life: life.signal,
  })
  const terminals = createTerminals(context)
  const guard = createGuard(context, options.isolate ?? isolationOf(options))
  const timers = [
    clock.every(saveEveryMs, () => saveCounting(holdings, save)),
    clock.every(isolateEveryMs, () => void guard.check(life.signal)),
  ]
  const background: Promise<unknown>[] = []

  const adopt = async (signal: AbortSignal) => {
    await guard.check(signal)
    const adopting = beginAdoption(context, holdings, { files, life: life.signal })
    const whole = adopting.whole.then(() => {
      adoption.isComplete = true
      return watchEngine(context, holdings, life.signal)
    })
    background.push(whole.catch(() => undefined))
    await adopting.first
  }

  return {
    adopt,
    apply: holdings.apply,
    sync: (specs) => sync(holdings, specs),
    reports: () => holdings.all().map((record) => reportOf(record, moment(clock))),
    sampleMetrics: createSampler(context, holdings),
    onChange: announcer.onChange,
    logs: (id, selection, signal) => readLogs(context, holdings.get(id), { selection, signal }),
    exec: (id, request, signal) => runExec(context, holdings.running(id), { request, signal }),
    openTerminal: async (id, terminal, size) =>
      terminals.open(holdings.running(id), terminal, size),
    resizeTerminal: async (id, terminal, size) =>
      terminals.resize(holdings.get(id), terminal, size),
    dial: (id, port, signal) => dial(context, holdings.running(id), { port, signal }),
    isolation: guard.isolation,
    [Symbol.asyncDispose]: async () => {
      for (const end of timers) end()
      terminals.close()
      life.abort()
      await Promise.allSettled([holdings.ended(), ...background])
      await Promise.allSettled(holdings.all().map((record) => files.save(record)))
    },
  }
}

function createContext(options: KeeperOptions, changed: KeeperContext['changed']): KeeperContext {
  const { runtime, clock, log, dataDir } = options
  let quota: boolean | undefined
  return {
    runtime,
    clock,
    chance: options.chance ?? systemChance,
    log,
    ensureImage: options.ensureImage ?? createImageSource({ runtime, dataDir }),
    diskQuota: async (signal) => {
      quota ??= (await runtime.probe(signal)).engine.disk_quota
      return quota
    },
    changed,
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

function saveCounting(holdings: Holdings, save: (record: InstanceRecord) => void): void {
  for (const record of holdings.all()) if (record.meter.counting !== 'nothing') save(record)
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

function isolationOf({ dataDir, execute = systemExecute }: KeeperOptions) {
  return (signal: AbortSignal) =>
    ensureEgress({ execute, dataDir, resolvConf: '/etc/resolv.conf', signal })
}
