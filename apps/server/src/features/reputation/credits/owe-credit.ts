import type { ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { creditSentence } from '@gridloom/domain/service-credits'
import type { Tx } from '../../../platform/ctx.ts'
import { areRelated } from '../../companies/index.ts'
import type { InstanceRow } from '../../instances/index.ts'
import { oweServiceCredit } from '../../ledger/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { findOwner } from '../machine-owner-store.ts'

/** A credit for the renter of an instance whose row is locked. */
export interface NewCredit
  extends Pick<ServiceCredit, 'reason' | 'seconds' | 'percent' | 'micro_usd'> {
  row: InstanceRow
  /** Names the occasion within the instance. */
  occasion: string
}

/**
 * Credits the renter of an instance, once for each occasion, and tells both sides why. Rentals of the provider's own
 * party have no credits: they would only move money between accounts of one user.
 */
export async function oweCredit(
  ctx: ReputationCtx,
  tx: Tx,
  { row, occasion, ...credit }: NewCredit,
): Promise<void> {
  const { id, machine_id: machineId, account_id, provider_account_id, label } = row
  if (await areRelated(tx.db, account_id, provider_account_id)) return
  const key = `${id}:${credit.reason}:${occasion}`
  const outcome = await oweServiceCredit(ctx, tx, { ...credit, key, instanceId: id, machineId })
  if (outcome === 'known') return
  const amount = formatUsdExact(credit.micro_usd)
  const sentence = creditSentence(credit)
  await publishNotice(ctx, tx, {
    accountId: account_id,
    notice: {
      key: `credit:${key}`,
      level: 'info',
      text: `${label}: ${sentence} You get ${amount} back, at most what the rental costs.`,
      instance_id: id,
    },
    mail: null,
  })
  const machine = await findOwner(tx.db, machineId)
  await publishNotice(ctx, tx, {
    accountId: provider_account_id,
    notice: {
      key: `credit_paid:${key}`,
      level: 'warning',
      text: `${machine?.name ?? 'A machine'}: ${sentence} ${amount} is paid back from the earnings of the rental.`,
    },
    mail: null,
  })
}
