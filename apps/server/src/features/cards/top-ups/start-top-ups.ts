import type { AccountId } from '@gridloom/contract/core/ids'
import { repeatOnChange } from '../../../platform/repeat-on-change.ts'
import { selectActive, selectActiveAmong } from '../auto-settings/top-ups-store.ts'
import type { CardsCtx } from '../ctx.ts'
import { topUp } from './top-up.ts'

/** How often all accounts are looked at, without a change of their balance. */
const sweepEveryMs = 60_000
/** Balances change with every heartbeat: changes of two seconds are one run. */
const gatherMs = 2_000
const batch = 500

/** Charges cards of accounts whose balance fell: after each change of a balance, and by a sweep of all of them. */
export function startTopUps(ctx: CardsCtx): AsyncDisposable {
  if (ctx.cardPayments === null) return { async [Symbol.asyncDispose]() {} }
  const { clock, changes, log } = ctx
  const changed = new Set<AccountId>()
  let sweptAtMs = Number.NEGATIVE_INFINITY
  return repeatOnChange({
    clock,
    changes,
    on: ({ topic, accountId }) => {
      if (topic !== 'balance' || accountId === null) return false
      changed.add(accountId)
      return true
    },
    everyMs: sweepEveryMs,
    gatherMs,
    async work(signal) {
      if (clock.monotonicMs() - sweptAtMs < sweepEveryMs) {
        const accounts = [...changed]
        changed.clear()
        return look(ctx, await selectActiveAmong(ctx.db, accounts), signal)
      }
      sweptAtMs = clock.monotonicMs()
      changed.clear()
      await sweep(ctx, signal)
    },
    failed(error, signal) {
      if (!signal.aborted)
        log.error({ event: 'top_ups.failed', err: error }, 'automatic top-ups were not looked at')
    },
  })
}

/** Looks at every account with automatic top-ups. */
export async function sweep(ctx: CardsCtx, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const accounts = await selectActive(ctx.db, { after, most: batch })
    await look(ctx, accounts, signal)
    const last = accounts.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function look(
  ctx: CardsCtx,
  accounts: readonly AccountId[],
  signal: AbortSignal,
): Promise<void> {
  for (const accountId of accounts) {
    if (signal.aborted) return
    try {
      await topUp(ctx, accountId)
    } catch (err) {
      // @NOTE the others go on; what was begun is taken up by the reconciliation
      ctx.log.error({ event: 'top_up.failed', err, accountId }, 'an automatic top-up was not made')
    }
  }
}
