import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { usualPricing } from '../src/add-machine.ts'
import { clearEngine } from '../src/clear-engine.ts'
import { anOrder, type OrderChanges } from '../src/order.ts'
import { createProcesses, type Processes } from '../src/processes.ts'
import { signIn, signUp } from '../src/sign-up.ts'

/** The product as an operator runs it, in processes of its own, with this machine listed and a renter signed in. */
export interface Installation {
  processes: Processes
  /** Owns the machine. */
  operator: Client
  renter: Client
  /** The renter's session. */
  renterToken: string
  order(changes?: OrderChanges): Promise<Instance>
  /** Calls back at each change of the renter's instances on the event stream. */
  onInstance(listener: (instance: Instance) => void): () => void
  /** Resolves with the first state of an instance that satisfies the condition. */
  instanceOnce(id: InstanceId, satisfies: (instance: Instance) => boolean): Promise<Instance>
  destroy(id: InstanceId): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The environments are set for one program alone, e.g. another `DOCKER_HOST` for the agent. */
export async function install(
  agentEnvironment: Record<string, string> = {},
  serverEnvironment: Record<string, string> = {},
): Promise<Installation> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = await createProcesses(folder, agentEnvironment, serverEnvironment)
  opened.defer(() => clearEngine(processes.agentFolder))
  opened.use(processes)
  await processes.startServer()
  const operator = processes.client(await signIn(processes))
  const offerId = await listThisMachine(processes, operator)
  const renterToken = await signUp(processes, { access: true })
  const renter = processes.client(renterToken)
  const body = { email: 'bench@example.com', micro_usd: 1_000_000_000, key: 'bench', text: 'bench' }
  await operator.ledger.credit({ body }).catch(() => undefined)
  const events = followInstances(renter)
  opened.defer(events.stop)
  await events.opened
  const open = opened.move()
  return {
    processes,
    operator,
    renter,
    renterToken,
    order: async (changes = {}) =>
      (await renter.instances.order({ body: anOrder(offerId, changes) })).instance,
    onInstance: events.onInstance,
    instanceOnce: events.once,
    async destroy(id) {
      const gone = events.once(id, ({ state }) => state === 'destroyed')
      await renter.instances.destroy({ params: { id } })
      await gone
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function listThisMachine(processes: Processes, provider: Client): Promise<string> {
  const { token } = await provider.machines.createEnrolmentToken()
  await processes.startAgent(token)
  const machine = await soon(async () => {
    const [first] = await provider.machines.list()
    // The machine's own benchmarks take some seconds; a bench beside them would measure those.
    return first?.benchmarks.some(({ kind }) => kind === 'disk_write_mb_s') ? first : undefined
  })
  const pricing = { ...usualPricing, cpu_slot_micro_usd_per_hour: 36_000 }
  // An engine behind another address is not isolated: its disks cannot be limited from there.
  const body = { listed: true, list_not_isolated: true, cpu_slots: 4, pricing }
  await provider.machines.change({ params: { id: machine.id }, body })
  const query = { isolation: 'any' } as const
  return soon(async () => (await provider.market.search({ query })).offers[0]?.id)
}

function followInstances(renter: Client) {
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const listeners = new Set<(instance: Instance) => void>()
  const reading = (async () => {
    const onState = () => opened.resolve()
    for await (const { event, data } of renter.system.events({ signal: stop.signal, onState })) {
      if (event === 'instance') for (const listener of [...listeners]) listener(data)
    }
  })()
  const onInstance = (listener: (instance: Instance) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    opened: opened.promise,
    onInstance,
    once: (id: InstanceId, satisfies: (instance: Instance) => boolean) =>
      new Promise<Instance>((resolve) => {
        const end = onInstance((instance) => {
          if (instance.id !== id || !satisfies(instance)) return
          end()
          resolve(instance)
        })
      }),
    async stop() {
      stop.abort()
      await reading
    },
  }
}

async function soon<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const untilMs = performance.now() + 60_000
  while (performance.now() < untilMs) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(100)
  }
  throw new Error(`never came: ${ask}`)
}
