import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@gridloom/client/calls'
import { usualPricing } from '../../src/add-machine.ts'
import { clearEngine, labelOf } from '../../src/clear-engine.ts'
import { createProcesses, type Processes } from '../../src/processes.ts'
import { scratchFolder } from '../../src/scratch.ts'
import { signIn, signUp } from '../../src/sign-up.ts'
import { type EngineDiary, keepDiary } from './engine-diary.ts'

/** An installation whose processes may be killed, with one machine listed and a renter who has credit. */
export interface World {
  processes: Processes
  renter: Client
  offerId: string
  diary: EngineDiary
  label: string
  [Symbol.asyncDispose](): Promise<void>
}

export const creditMicroUsd = 1_000_000_000

/** Creates one, with more of the server's environment. */
export async function createWorld(environment: Record<string, string> = {}): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-chaos-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = await createProcesses(folder, {}, environment)
  const label = labelOf(processes.agentFolder)
  opened.defer(() => clearEngine(processes.agentFolder))
  opened.use(processes)
  await processes.startServer()
  const operator = processes.client(await signIn(processes))
  await operator.operator.writeSettings({ body: { starting_credit_micro_usd: creditMicroUsd } })
  const diary = opened.use(keepDiary(label))
  const offerId = await saying(processes, () => listMachine(processes, operator))
  const renter = processes.client(await signUp(processes, { access: true }))
  const open = opened.move()
  return {
    processes,
    renter,
    offerId,
    diary,
    label,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function listMachine(processes: Processes, provider: Client): Promise<string> {
  const { token } = await provider.machines.createEnrolmentToken()
  await processes.startAgent(token)
  const machine = await eventually(async () => {
    const [first] = await provider.machines.list()
    return first?.hardware === null ? undefined : first
  })
  const body = { listed: true, cpu_slots: 6, pricing: usualPricing }
  await provider.machines.change({ params: { id: machine.id }, body })
  return eventually(async () => (await provider.market.search()).offers[0]?.id)
}

/** Does the work, and if it fails, prints the last log lines of the processes. */
export async function saying<T>(processes: Processes, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    process.stderr.write(`${await processes.lastOutput()}\n`)
    throw error
  }
}

/** Polls until there is a value: processes that restart publish nothing. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const untilMs = Date.now() + 60_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (Date.now() > untilMs) throw new Error(`never came: ${ask}`)
    await delay(100)
  }
}
