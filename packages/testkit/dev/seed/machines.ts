import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { type ProductMachine, startMachine } from '../../src/product-machine.ts'
import { honest, rendererWithoutBlender } from '../../src/rendering/renderer-without-blender.ts'
import { untilReported } from '../../src/until-reported.ts'
import type { SeededAccounts } from './accounts.ts'
import { measureGpusOf, measureOf, type SeedMachine } from './hardware.ts'
import type { SeedTarget } from './seed-target.ts'

export interface SeedMachineOptions {
  target: SeedTarget
  accounts: SeededAccounts
  /** The folder with one folder per machine, named like it, for its agent. */
  folder: string
  /** Addresses of engines that serve models beside the agents. */
  engineHosts: readonly string[]
}

/**
 * Starts the agent of a machine of the provider: real link and reports, containers in memory, pictures without Blender.
 * A new machine is enrolled first, then listed, and vouched for, so that its renders are paid without a check.
 */
export async function startSeedMachine(
  machine: SeedMachine,
  { target, accounts, folder, engineHosts }: SeedMachineOptions,
): Promise<ProductMachine> {
  const { provider, operator } = accounts
  const { name, hardware } = machine
  const dataDir = path.join(folder, name)
  await mkdir(dataDir, { recursive: true })
  const around = () => rendererWithoutBlender(honest)
  await using opened = new AsyncDisposableStack()
  const started = opened.use(
    await startMachine({
      driver: 'fake',
      clock: systemClock,
      serverUrl: target.url,
      enrolmentToken: await tokenForNew(provider, name),
      measure: measureOf(machine),
      measureGpus: measureGpusOf(machine),
      rendering: { around },
      serving: { engineHosts: [...engineHosts] },
      ...{ name, dataDir, hardware },
    }),
  )
  await list(provider, started, machine)
  const params = { id: started.id }
  await operator.rendering.vouch({ params, body: { vouched: true } })
  await untilReported(provider, {
    read: () => provider.rendering.readMachine({ params }),
    satisfies: ({ admission }) => admission === 'admitted',
  })
  opened.move()
  return started
}

/** Creates an enrolment token, unless an earlier start enrolled the machine. */
async function tokenForNew(provider: Client, name: string): Promise<string | undefined> {
  const machines = await provider.machines.list()
  if (machines.some((machine) => machine.name === name)) return undefined
  return (await provider.machines.createEnrolmentToken()).token
}

async function list(
  provider: Client,
  { id }: ProductMachine,
  { pricing, cpuSlots }: SeedMachine,
): Promise<void> {
  const params = { id }
  await untilReported(provider, {
    read: () => provider.machines.read({ params }),
    satisfies: ({ hardware, status }) => hardware !== null && status === 'online',
  })
  await provider.machines.change({ params, body: { listed: true, pricing, cpu_slots: cpuSlots } })
  await untilReported(provider, {
    read: () => provider.market.search({ query: { page_size: 100 } }),
    satisfies: ({ offers }) => offers.some(({ machine_id }) => machine_id === id),
  })
}
