import type { Execute } from '../host/execute.ts'
import { livingOwners } from '../host/owners.ts'
import type { InstanceContext } from './context.ts'
import { clearChains } from './egress/clear-chains.ts'
import { labelNames } from './names.ts'

/** An agent before this one shows no life, but makes new networks as it uses them up. */
const networkAgeMinMs = 60 * 60_000

type Clearing = Pick<InstanceContext, 'runtime' | 'clock' | 'owner'> & {
  execute: Execute
  /** Where rules are put for `iptables-restore` to read. */
  dataDir: string
}

/** See {@link clearDead}; never throws. */
export async function clearLeftBehind(
  context: Clearing & Pick<InstanceContext, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clearDead(context, signal)
  } catch (cause) {
    // @NOTE it harms nobody but by its number, and the next start of an agent tries again
    if (!signal.aborted)
      context.log.warn(
        { event: 'instance.cleanup_failed', err: cause },
        'what agents before left stays for now',
      )
  }
}

/**
 * Removes the networks, disks and firewall chains of agents of this machine that were killed and have no container left.
 * Whoever has one is left alone, dead or not: it may come back to it. Nothing that is removed holds what is a renter's
 * or guards anything, and an agent makes all of it anew: one that is taken for dead is slower once.
 */
export async function clearDead(context: Clearing, signal: AbortSignal): Promise<void> {
  const { runtime, clock, owner } = context
  const living = await livingOwners()
  if (!runtime.isLocal || living === undefined) return
  const containers = await runtime.listContainers(labelNames.agent, signal)
  const kept = new Set([
    owner,
    ...living,
    ...containers.map(({ labels }) => labels[labelNames.agent]),
  ])
  const oldMs = clock.now().getTime() - networkAgeMinMs
  for (const network of await runtime.labelledNetworks(labelNames.agent, signal)) {
    if (kept.has(network.value)) continue
    if (network.createdMs < oldMs) await runtime.removeNetwork(network.name, signal)
    else kept.add(network.value)
  }
  for (const dead of await runtime.diskOwners(signal)) {
    if (!kept.has(dead)) await runtime.clearDisksOf(dead, signal)
  }
  const isAlive = (mark: string) => [...kept].some((it) => it?.startsWith(mark))
  await clearChains(context, isAlive, signal)
}
