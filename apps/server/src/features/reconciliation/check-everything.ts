import { Refused } from '@gridloom/contract/errors'
import type {
  LedgerCheckKind,
  LedgerDifference,
  OutsideAssetsCheck,
  Reconciliation,
} from '@gridloom/contract/reconciliation/reconciliation'
import { checkLedger } from '../ledger/index.ts'
import {
  countChains,
  selectWrongChains,
  selectWrongRecords,
  sumOutside,
  tryLockCheck,
} from './checks-store.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { type OutsideReport, readRecords } from './read-outside.ts'

/** What a check found. */
export type Findings = Pick<
  Reconciliation,
  'transactions' | 'entries' | 'receipt_chains' | 'differences' | 'outside'
>

/** Of each check; the first are enough to find the cause, and the rest would only fill memory. */
const differencesMax = 100

/**
 * Compares all records of money in one snapshot, so that nothing that is written meanwhile looks like a difference.
 * @throws Refused `ledger_check_running` when another replica or request checks
 */
export async function checkEverything(
  ctx: ReconciliationCtx,
  reports: readonly OutsideReport[],
): Promise<Findings> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      if (!(await tryLockCheck(snapshot))) throw new Refused('ledger_check_running')
      const proof = await checkLedger(snapshot)
      const held = await sumOutside(snapshot)
      const records = await readRecords(ctx, snapshot, held.keys())
      const outside = compareOutside(held, [...reports, ...records])
      const chains = await selectWrongChains(snapshot, differencesMax)
      const wrongRecords = await selectWrongRecords(snapshot, differencesMax)
      return {
        transactions: proof.transactions,
        entries: proof.entries,
        receipt_chains: await countChains(snapshot),
        differences: [
          ...inLedger(proof.sumMicroUsd),
          ...proof.differences.map(({ check, id, offMicroUsd }) => of(check, id, offMicroUsd)),
          ...[...chains, ...wrongRecords].map(({ subject, off }) =>
            of('receipt_chain', subject, off),
          ),
          ...outside.flatMap(differenceOf),
        ],
        outside,
      }
    })
}

function of(check: LedgerCheckKind, subject: string, off: number): LedgerDifference {
  return { check, subject, off_micro_usd: off }
}

function inLedger(sumMicroUsd: number): LedgerDifference[] {
  return sumMicroUsd === 0 ? [] : [of('transaction_sum', 'ledger', sumMicroUsd)]
}

function compareOutside(
  held: ReadonlyMap<string, number>,
  reports: readonly OutsideReport[],
): OutsideAssetsCheck[] {
  return reports.map(({ source, name, holdings }) => ({
    source,
    name,
    ledger_micro_usd: held.get(source) ?? 0,
    reported_micro_usd: holdings?.microUsd ?? null,
    reported_at: holdings?.at.toISOString() ?? null,
  }))
}

/** A place that could not be read is one as well: nobody knows what is there. */
function differenceOf(place: OutsideAssetsCheck): LedgerDifference[] {
  if (place.reported_micro_usd === null) return [of('outside_assets', place.source, 0)]
  const off = place.ledger_micro_usd - place.reported_micro_usd
  return off === 0 ? [] : [of('outside_assets', place.source, off)]
}
