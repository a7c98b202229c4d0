import type { Execute } from '../host/execute.ts'
import { livingOwners } from '../host/owners.ts'
import { buildLabel, isBuildName } from './builds/build-container.ts'
import type { InstanceContext } from './context.ts'
import { clearChains } from './egress/clear-chains.ts'
import { labelNames } from './names.ts'

/** Agents of earlier versions show no sign of life, but create new networks as they use them up. */
const networkAgeMinMs = 60 * 60_000

type Clearing = Pick<InstanceContext, 'runtime' | 'clock' | 'owner'> & {
  execute: Execute
  /** Folder of the rules files for `iptables-restore`. */
  dataDir: string
}

/** Calls {@link clearDead} and logs its errors; never throws. */
export async function clearLeftBehind(
  context: Clearing & Pick<InstanceContext, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clearDead(context, signal)
  } catch (cause) {
    // @NOTE what is left does harm only in large numbers, and the next start of an agent retries
    if (!signal.aborted)
      context.log.warn(
        { event: 'instance.cleanup_failed', err: cause },
        'what agents before left stays for now',
      )
  }
}

/**
 * Removes the networks, helpers, disks and firewall chains of agents of this machine that were killed and have no container
 * left. An agent with a container is skipped, dead or not: it may come back. Nothing that is removed contains renters'
 * data or guards anything, and an agent creates all of it again: an agent wrongly taken for dead is slower once.
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
  for (const { name, labels } of await runtime.listContainers(buildLabel, signal)) {
    if (isBuildName(name) && !kept.has(labels[buildLabel]))
      await runtime.removeContainer(name, signal)
  }
  for (const { id, labels } of await runtime.helpers.list(labelNames.agent, signal)) {
    if (!kept.has(labels[labelNames.agent])) await runtime.helpers.remove(id, signal)
  }
  for (const dead of await runtime.diskOwners(signal)) {
    if (!kept.has(dead)) await runtime.clearDisksOf(dead, signal)
  }
  const isAlive = (mark: string) => [...kept].some((it) => it?.startsWith(mark))
  await clearChains(context, isAlive, signal)
}
