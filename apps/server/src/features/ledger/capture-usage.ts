import {
  AccountId,
  type InstanceId,
  type MachineId,
  type TransactionId,
} from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { ReceiptLine } from '@gridloom/contract/instances/receipt'
import type { MachineCount } from '@gridloom/contract/receipts/signed-receipt'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { type Funds, sumOfFunds } from './funds.ts'
import { payAll, takenOf } from './pay.ts'
import type { LedgerCtx } from './post.ts'
import { insertInterval, lockHolds, readInterval } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import { settleServiceCredits } from './service-credits.ts'

/** An interval of use that agent and control plane both saw. */
export interface Usage {
  readonly instanceId: InstanceId
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly kind: ReceiptLine['kind']
  readonly from: Date
  readonly to: Date
  readonly seconds: number
  readonly microUsdPerHour: MicroUsdPerHour
  /** The price of the seconds, with cumulative rounding (`chargeBetween`). */
  readonly microUsd: MicroUsd
  /** Names the interval; the same key is charged once. */
  readonly key: string
  /** What the machine had counted for the instance by the end of it, as it signed it. */
  readonly count: MachineCount | null
}

/**
 * Charges an interval: moves its cost from the instance's hold to the machine's earnings, less our fee, and writes it
 * on the receipt. Never more than the hold: what it does not cover is not charged at all, and welcome credit pays no
 * member of the renter's own party. Open credits of the instance are paid from it. Returns the charge; the same key again changes nothing and returns the same.
 */
export async function captureUsage(ctx: LedgerCtx, tx: Tx, usage: Usage): Promise<MicroUsd> {
  // Locked before the key is checked: a second writer of the same interval waits here and then sees it.
  const hold = (await lockHolds(tx, [usage.instanceId])).get(usage.instanceId)
  if (hold === undefined) throw new RangeError(`instance ${usage.instanceId} never had a hold`)
  const known = await readInterval(tx, usage.key)
  if (known !== undefined) return known

  const source = takenOf(hold, usage)
  const microUsd = sumOfFunds(source)
  const transactionId =
    microUsd > 0 ? await capture(ctx, tx, { usage, source, fee: hold.fee }) : null
  await insertInterval(tx, rowOf({ ...usage, microUsd }, transactionId))
  if (transactionId === null) return 0
  const renterId = AccountId.parse(hold.ownerAccountId)
  await publishBalance(tx, renterId)
  if (usage.providerAccountId !== renterId) await publishBalance(tx, usage.providerAccountId)
  await settleServiceCredits(ctx, tx, usage.instanceId)
  return microUsd
}

async function capture(
  ctx: LedgerCtx,
  tx: Tx,
  { usage, source, fee }: { usage: Usage; source: Funds; fee: BasisPoints },
): Promise<TransactionId> {
  const payment = {
    purpose: usage.instanceId,
    machineId: usage.machineId,
    providerAccountId: usage.providerAccountId,
    microUsd: sumOfFunds(source),
    key: usage.key,
    text: textOf(usage),
  }
  const [transactionId] = await payAll(ctx, tx, [{ source, payment, fee }])
  if (transactionId === null || transactionId === undefined)
    throw new RangeError(`capture ${usage.key} was posted without an interval`)
  return transactionId
}

function textOf(usage: Usage): string {
  const what = usage.kind === 'running' ? 'running' : 'disk while stopped'
  return `${usage.seconds} s ${what} at ${formatPerHour(usage.microUsdPerHour)}`
}

function rowOf(usage: Usage, transactionId: TransactionId | null) {
  return {
    key: usage.key,
    instance_id: usage.instanceId,
    kind: usage.kind,
    from_at: usage.from,
    to_at: usage.to,
    seconds: usage.seconds,
    micro_usd_per_hour: usage.microUsdPerHour,
    micro_usd: usage.microUsd,
    transaction_id: transactionId,
    counted: usage.count === null ? null : JSON.stringify(usage.count),
  }
}
