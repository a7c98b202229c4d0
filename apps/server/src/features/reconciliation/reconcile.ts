import { Refused } from '@gridloom/contract/errors'
import type { Reconciliation } from '@gridloom/contract/reconciliation/reconciliation'
import { alarm } from './alarm.ts'
import { checkEverything, type Findings } from './check-everything.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { readOutside } from './read-outside.ts'
import { deleteRunsBefore, insertRun } from './reconciliations-store.ts'

const keptMs = 400 * 24 * 60 * 60_000

const nothingFound: Findings = {
  ...{ transactions: 0, entries: 0, receipt_chains: 0 },
  ...{ differences: [], outside: [] },
}

/**
 * Checks all records of money against each other, stores the run for 400 days, and alarms the operators when one
 * micro-dollar differs or when the check could not be completed.
 * @throws Refused `ledger_check_running`
 */
export async function reconcile(
  ctx: ReconciliationCtx,
  trigger: Reconciliation['trigger'],
): Promise<Reconciliation> {
  const startedAt = ctx.clock.now()
  const found = await findOrFail(ctx)
  const run: Reconciliation = {
    id: ctx.ids.mint('reconciliation'),
    trigger,
    state: stateOf(found),
    started_at: startedAt.toISOString(),
    took_ms: ctx.clock.now().getTime() - startedAt.getTime(),
    ...(found ?? nothingFound),
  }
  await ctx.transact(async (tx) => {
    tx.note({ subject: run.id })
    await insertRun(tx, run)
    await deleteRunsBefore(tx, new Date(startedAt.getTime() - keptMs))
    if (run.state !== 'clean') await alarm(ctx, tx, run)
  })
  if (run.state === 'differences')
    ctx.log.error(
      { event: 'reconciliation.differences_found', run: run.id, differences: run.differences },
      'the ledger differs from other records of money',
    )
  return run
}

/** `null`: it could not be completed. The run is stored as failed; the next night tries again. */
async function findOrFail(ctx: ReconciliationCtx): Promise<Findings | null> {
  try {
    return await checkEverything(ctx, await readOutside(ctx))
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    ctx.log.error(
      { event: 'reconciliation.check_failed', err: cause },
      'the ledger was not checked',
    )
    return null
  }
}

function stateOf(found: Findings | null): Reconciliation['state'] {
  if (found === null) return 'failed'
  return found.differences.length === 0 ? 'clean' : 'differences'
}
