import { startUpstream } from '../../src/models/upstream.ts'
import { seedAccountPages } from './account-pages.ts'
import { closeAccounts, openAccounts } from './accounts.ts'
import { seedChat, serveModel } from './chat.ts'
import { cpuMachine, gpuMachine } from './hardware.ts'
import { seedInstances } from './instances.ts'
import { startSeedMachine } from './machines.ts'
import { seedRenders } from './render.ts'
import type { SeedTarget } from './seed-target.ts'

/** The speed of a small model. */
const answers = { text: 'markdown', tokens: 260, firstTokenMs: 150, tokenMs: 8 } as const

/**
 * Fills a control plane through its API, as clients do: accounts, two machines, a served model, a chat, a render job,
 * instances, keys, a company. What an earlier start created is kept and not created again.
 * Resolves with the machines and their engine, which run in this process until they are disposed of.
 */
export async function seedProduct(target: SeedTarget, folder: string): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const accounts = await openAccounts(target)
  const upstream = opened.use(await startUpstream(answers, 'gridloom'))
  const engineHosts = [new URL(upstream.baseUrl).host]
  const start = { target, accounts, folder, engineHosts }
  const gpu = opened.use(await startSeedMachine(gpuMachine, start))
  const cpu = opened.use(await startSeedMachine(cpuMachine, start))
  await serveModel(accounts, gpu, upstream)
  await seedChat(accounts.renter)
  await seedRenders(accounts.renter)
  await seedInstances(accounts.renter, cpu)
  await seedAccountPages(accounts)
  await closeAccounts(accounts)
  return opened.move()
}
