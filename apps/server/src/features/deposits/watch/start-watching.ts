import { repeat } from '@gridloom/async/repeat'
import { releaseChains } from '../chains-store.ts'
import type { DepositsCtx, WatchedChainParts } from '../ctx.ts'
import { watchChain } from './watch-chain.ts'

const everyMs = 2_000
/** Turns that are left out after failures in a row: up to a minute. */
const skippedMax = 30

/** Watches each chain, on every replica; one at a time has the lease of a chain. */
export function startWatching(ctx: DepositsCtx): AsyncDisposable {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ctx.signal])
  const loops = ctx.deposits.chains.map((parts) =>
    repeat({
      clock: ctx.clock,
      everyMs,
      signal,
      work: pacedTurns(ctx, parts, signal),
      failed: (error) =>
        ctx.log.error(
          { event: 'loop.failed', err: error, loop: `deposits of chain ${parts.config.chain.id}` },
          'a loop failed; its next turn comes',
        ),
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
      if (loops.length > 0) await ctx.transact((tx) => releaseChains(tx, ctx.deposits.leaseToken))
    },
  }
}

/** Turns of a chain; an endpoint that fails, as one that limits the rate of calls, is called less and less often. */
function pacedTurns(ctx: DepositsCtx, parts: WatchedChainParts, signal: AbortSignal) {
  let [failures, skip] = [0, 0]
  return async () => {
    if (skip > 0) {
      skip -= 1
      return
    }
    const result = await watchChain(ctx, parts, signal)
    failures = result === 'failed' ? failures + 1 : 0
    const longest = failures === 0 ? 0 : Math.min(skippedMax, 2 ** Math.min(failures, 10))
    skip = Math.floor(longest * (0.5 + ctx.ids.random() / 2))
  }
}
