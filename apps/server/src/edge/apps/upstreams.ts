import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import type { Admitted } from './admission.ts'
import type { Dial } from './apps-config.ts'
import { StreamAgent } from './stream-agent.ts'
import { writingBytes } from './write-bytes.ts'

/** Streams to apps: pools for requests, and single ones for upgrades. */
export interface Upstreams {
  /** The pool of an admission. Two admissions never share a stream, and neither do two ports. */
  poolFor(admitted: Admitted): StreamAgent
  /** Opens a stream of its own. @throws Refused; TimedOut */
  open(admitted: Admitted, signal?: AbortSignal): Promise<Duplex>
  size(): number
  [Symbol.dispose](): void
}

interface UpstreamsOptions {
  readonly dial: Dial
  readonly clock: Clock
  readonly streamsPerPort: number
  readonly connectMs: number
}

const sweepEveryMs = 5_000

export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const { dial, clock, streamsPerPort, connectMs } = options
  const pools = new Map<string, StreamAgent>()

  async function open(
    { instanceId, machineId, port }: Admitted,
    signal?: AbortSignal,
  ): Promise<Duplex> {
    const target = { instanceId, machineId, port }
    const limit = { ms: connectMs, signal }
    return writingBytes(await withDeadline(clock, limit, (limited) => dial(target, limited)))
  }

  const stopSweeping = clock.every(sweepEveryMs, () => {
    for (const [key, pool] of pools) {
      pool.dropOld()
      if (pool.isUnused()) pools.delete(key)
    }
  })

  return {
    poolFor(admitted) {
      const { instanceId, machineId, port, accessKey } = admitted
      const key = [instanceId, machineId, port, accessKey].join(' ')
      const known = pools.get(key)
      if (known !== undefined) return known
      const pool = new StreamAgent({
        open: () => open(admitted),
        monotonicMs: () => clock.monotonicMs(),
        streamsMax: streamsPerPort,
      })
      pools.set(key, pool)
      return pool
    },
    open,
    size: () => pools.size,
    [Symbol.dispose]() {
      stopSweeping()
      for (const pool of pools.values()) pool.destroy()
      pools.clear()
    },
  }
}
