import { withDeadline } from '@gridloom/async/deadline'
import type { NetworkSettings } from '../runtime/port.ts'
import { type InstanceContext, networkOf } from './context.ts'
import { labelNames } from './names.ts'
import { createRefill } from './refill.ts'

/** Enough for two orders at once; a third makes its own, which takes a tenth of a second longer. */
const sparesKept = 2
const callLimitMs = 10_000

/**
 * Networks made ahead, because making one is a good part of what a start takes. Each is given away once
 * and never comes back: no two instances ever share one.
 */
export interface SpareNetworks {
  /** A network that is ready, or settings for one that is still to be made. */
  take(): { network: NetworkSettings; isMade: boolean }
  /** Takes over what an earlier run left unused, and makes what is missing. Call once, after adoption. */
  begin(usedNames: ReadonlySet<string>, life: AbortSignal): Promise<void>
  /** Removes what nobody took. Call once `begin` has ended. */
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
      // Not ended by `life`: what the engine has begun to make would be left behind.
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
        // @NOTE what cannot be removed now is taken over by the next run
        await Promise.allSettled(left)
      })
    },
  }
}
