import { execute } from '@gridloom/agent/host/execute'
import { ownerOf } from '@gridloom/agent/host/owners'
import { createRuntime } from '@gridloom/agent/runtime/index'
import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { connectDatabase, type Db } from '@gridloom/server/platform/database/connect'
import { usualPricing } from './add-machine.ts'
import { clearEngine } from './clear-engine.ts'
import type { Processes } from './processes.ts'
import { startServerProcess } from './server-process.ts'
import { signIn, signUp } from './sign-up.ts'
import { untilReported } from './until-reported.ts'

/** A server and an agent on Docker as processes that may be killed, with one machine listed and a renter with credit. */
export interface KillableSite {
  processes: Processes
  renter: Client
  offerId: string
  /** Its database, for what no endpoint shows. */
  db: Db
  /** The mark of the agent on everything that it makes on this machine. */
  owner: string
  [Symbol.asyncDispose](): Promise<void>
}

const cleanupMsMax = 60_000
const creditMicroUsd = 100_000_000

/** Starts a site on a fresh database of the test cluster. */
export async function startKillableSite(): Promise<KillableSite> {
  await using opened = new AsyncDisposableStack()
  let agentFolder: string | undefined
  opened.defer(async () => {
    if (agentFolder !== undefined) await clearMachine(agentFolder)
  })
  const processes = opened.use(await startServerProcess())
  agentFolder = processes.agentFolder
  const operator = processes.client(await signIn(processes))
  await operator.operator.writeSettings({ body: { starting_credit_micro_usd: creditMicroUsd } })
  const { token } = await operator.machines.createEnrolmentToken()
  await processes.startAgent(token)
  const offerId = await listMachine(operator)
  const renter = processes.client(await signUp(processes, { access: true }))
  const { db } = connectDatabase(await processes.databaseUrl(), { connections: 1 })
  opened.defer(() => db.destroy())
  const owner = ownerOf(agentFolder)
  const open = opened.move()
  return {
    ...{ processes, renter, offerId, db, owner },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function listMachine(provider: Client): Promise<string> {
  const machine = await untilReported(provider, {
    read: async () => (await provider.machines.list())[0],
    satisfies: (first) => (first?.hardware ?? null) !== null,
  })
  if (machine === undefined) throw new RangeError('the wait found it')
  const body = { listed: true, cpu_slots: 2, pricing: usualPricing }
  await provider.machines.change({ params: { id: machine.id }, body })
  const { offers } = await untilReported(provider, {
    read: () => provider.market.search(),
    satisfies: ({ offers }) => offers.length > 0,
  })
  return offers[0]?.id ?? ''
}

/** Removes what a killed agent left: it may have been killed before it could. */
async function clearMachine(agentFolder: string): Promise<void> {
  await clearEngine(agentFolder)
  const runtime = await createRuntime('docker', {
    ...{ clock: systemClock, execute, owner: ownerOf(agentFolder), dataDir: agentFolder },
    ...{ dockerHost: undefined, runtimeDir: undefined },
  })
  const signal = AbortSignal.timeout(cleanupMsMax)
  await runtime.clearDisks(() => false, signal)
  await runtime.volumeDisks.clearPartial(signal)
  for (const { name } of await runtime.volumeDisks.list(signal))
    await runtime.volumeDisks.remove(name, signal)
}
