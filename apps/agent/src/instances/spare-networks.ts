import { withDeadline } from '@gridloom/async/deadline'
import type { NetworkSettings } from '../runtime/port.ts'
import { type ContainerNetwork, type InstanceContext, instanceNetwork } from './context.ts'
import { labelNames, nameServersLabel } from './names.ts'
import { createRefill } from './refill.ts'

const callLimitMs = 30_000

/**
 * Networks made ahead, because creating one takes a good part of a start. Each is used once and never
 * reused: no two instances ever share one. An instance with a host name of its renter's choice has one made for it.
 */
export interface SpareNetworks {
  /** Returns a network that is ready, or settings for one that is still to be created. */
  take(): Promise<ContainerNetwork>
  /** Takes over unused networks of an earlier run, and creates those that are missing. Call once, after adoption. */
  begin(usedNames: ReadonlySet<string>, life: AbortSignal): Promise<void>
  /** Removes unused networks. Call once `begin` has ended. */
  end(): Promise<void>
}

export function createSpareNetworks(
  context: Pick<InstanceContext, 'runtime' | 'clock' | 'log' | 'random' | 'owner' | 'nameServers'>,
  sparesKept: number,
): SpareNetworks {
  const { runtime, clock, log } = context
  const spares: NetworkSettings[] = []
  const refill = createRefill(clock, fill)

  async function fill(life: AbortSignal): Promise<void> {
    while (spares.length < sparesKept) {
      const network = await instanceNetwork(context)
      life.throwIfAborted()
      // Not aborted by `life`: a network that the engine is already creating would be left behind.
      await withDeadline(clock, { ms: callLimitMs }, (signal) =>
        runtime.createNetwork(network, signal),
      )
      spares.push(network)
    }
  }

  async function takeOver(usedNames: ReadonlySet<string>, life: AbortSignal): Promise<void> {
    const label = `${labelNames.agent}=${context.owner}`
    const own = (await runtime.listNetworks(label, life)).filter((name) => !usedNames.has(name))
    const usable = await withNameServers(life)
    for (const name of own) {
      if (spares.length < sparesKept && usable.has(name)) {
        spares.push(await instanceNetwork(context, { name }))
      } else await runtime.removeNetwork(name, life)
    }
  }

  /** Lists the networks whose name servers are those that a container would get now. */
  async function withNameServers(life: AbortSignal): Promise<ReadonlySet<string>> {
    const now = nameServersLabel(await context.nameServers())
    const listed = await runtime.labelledNetworks(labelNames.nameServers, life)
    return new Set(listed.flatMap(({ name, value }) => (value === now ? name : [])))
  }

  async function begin(usedNames: ReadonlySet<string>, life: AbortSignal): Promise<void> {
    try {
      await takeOver(usedNames, life)
      await refill.run(life)
    } catch (cause) {
      // @NOTE without spares every start makes its own network, which is only slower
      if (!life.aborted)
        log.warn({ event: 'spare_network.failed', err: cause }, 'no networks are made ahead')
    }
  }

  return {
    take: async () => {
      const spare = spares.shift()
      refill.wake()
      return { network: spare ?? (await instanceNetwork(context)), isMade: spare !== undefined }
    },
    begin,
    end: async () => {
      await withDeadline(clock, { ms: callLimitMs }, async (signal) => {
        const left = spares.splice(0).map(({ name }) => runtime.removeNetwork(name, signal))
        // @NOTE networks that cannot be removed now are taken over by the next run
        await Promise.allSettled(left)
      })
    },
  }
}
