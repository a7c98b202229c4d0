import { withDeadline } from '@gridloom/async/deadline'
import type { NetworkSettings } from '../runtime/port.ts'
import { type InstanceContext, networkOf } from './context.ts'
import { labelNames } from './names.ts'
import { createRefill } from './refill.ts'

/** Enough for two orders at once; a third makes its own, which takes a tenth of a second longer. */
const sparesKept = 2
const callLimitMs = 10_000

/**
 * Networks made ahead, because creating one takes a good part of a start. Each is used once and never
 * reused: no two instances ever share one.
 */
export interface SpareNetworks {
  /** Returns a network that is ready, or settings for one that is still to be created. */
  take(): { network: NetworkSettings; isMade: boolean }
  /** Takes over unused networks of an earlier run, and creates those that are missing. Call once, after adoption. */
  begin(usedNames: ReadonlySet<string>, life: AbortSignal): Promise<void>
  /** Removes unused networks. Call once `begin` has ended. */
  end(): Promise<void>
}

export function createSpareNetworks(
  context: Pick<InstanceContext, 'runtime' | 'clock' | 'log' | 'random' | 'owner'>,
): SpareNetworks {
  const { runtime, clock, log } = context
  const spares: NetworkSettings[] = []
  const refill = createRefill(clock, fill)

  async function fill(life: AbortSignal): Promise<void> {
    while (spares.length < sparesKept) {
      const network = networkOf(context)
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
    for (const name of await runtime.listNetworks(label, life)) {
      if (usedNames.has(name)) continue
      if (spares.length < sparesKept) spares.push(networkOf(context, name))
      else await runtime.removeNetwork(name, life)
    }
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
    take: () => {
      const spare = spares.shift()
      refill.wake()
      return { network: spare ?? networkOf(context), isMade: spare !== undefined }
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
