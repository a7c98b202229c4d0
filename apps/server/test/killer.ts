import type { ChainRpc } from '../src/platform/chains/chain-rpcs.ts'
import type { Ctx } from '../src/platform/ctx.ts'

/** What a killed process throws. */
export class Killed extends Error {}

/** Ends the process, as far as others can see, before or after one of the next calls to the outside or transactions. */
export function createKiller() {
  let seed = 20_261_128
  let left = Number.POSITIVE_INFINITY
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const step = () => {
    left -= 1
    if (left <= 0) throw new Killed('killed')
  }
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    step()
    const result = await work()
    step()
    return result
  }
  return {
    chance: (of: number) => random() < of,
    /** The process ends at one of the next calls, at most so many. */
    arm: (callsMax = 60) => {
      left = 1 + Math.floor(random() * callsMax)
    },
    disarm: () => {
      left = Number.POSITIVE_INFINITY
    },
    rpc: (rpc: ChainRpc): ChainRpc => ({
      chain: rpc.chain,
      request: (method, params) => around(() => rpc.request(method, params)),
    }),
    /** Something outside, such as a processor of payments: each call may be the last. */
    port: <T extends object>(port: T): T =>
      new Proxy(port, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name)
          if (typeof method !== 'function') return method
          return (...given: unknown[]) =>
            around(async () => Reflect.apply(method, target, given) as unknown)
        },
      }),
    ctx: <T extends Pick<Ctx, 'transact'>>(ctx: T): T => ({
      ...ctx,
      transact: (work: Parameters<T['transact']>[0]) => around(() => ctx.transact(work)),
    }),
  }
}
