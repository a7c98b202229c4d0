import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { chargeStorage } from '../ledger/index.ts'
import { type NoticeCtx, publishNotice } from '../notices/index.ts'
import type { AccountStorageRow } from './schema.ts'
import { owedAfter, priceOwed, storagePrice } from './storage-price.ts'
import { listStorageAccounts, lockStorage, updateStorage } from './storage-store.ts'
import type { StoredKind } from './stored-kind.ts'

const everyMs = 3_600_000
const dayS = 24 * 3_600

/** The context that charging storage needs. */
export type StorageChargingCtx = Pick<Ctx, 'clock' | 'ids' | 'db' | 'transact'> & NoticeCtx

/** A kind, and the price of 1 GB (10⁹ bytes) of it for a month of 730 hours. */
interface PricedKind {
  kind: StoredKind
  microUsdPerGbMonth: MicroUsd
}

/** Charges the storage of each account for the last hour; see {@link chargeAccount}. */
export async function chargeStored(ctx: StorageChargingCtx, priced: PricedKind): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - everyMs)
  for (const accountId of await listStorageAccounts(ctx.db, priced.kind.name, before)) {
    await ctx.transact((tx) => chargeAccount(ctx, tx, { ...priced, accountId }))
  }
}

/**
 * Charges what an account stored since the last charge. While the balance does not cover it nothing is charged: the
 * account is told, and all of it is kept for some days and then deleted. Twice is safe: the time is metered once.
 */
async function chargeAccount(
  ctx: StorageChargingCtx,
  tx: Tx,
  { kind, microUsdPerGbMonth, accountId }: PricedKind & { accountId: AccountId },
): Promise<void> {
  const now = ctx.clock.now()
  const storage = await lockStorage(tx, { accountId, kind: kind.name }, now)
  const owed = storage.kept_until === null ? owedAfter(storage, now) : BigInt(storage.owed_byte_s)
  const { microUsd, restByteS } = priceOwed(owed, microUsdPerGbMonth)
  const outcome =
    microUsd === 0
      ? 'charged'
      : await chargeStorage(ctx, tx, {
          accountId,
          microUsd,
          key: kind.keyOf(storage.charges),
          text: `${capital(kind.noun)}: ${(storage.stored_bytes / 1e9).toFixed(2)} GB`,
        })
  if (outcome === 'uncovered') {
    const isOver = storage.kept_until !== null && storage.kept_until <= now
    if (isOver) return expire(ctx, tx, { kind, storage })
    return keepFree(ctx, tx, { kind, microUsdPerGbMonth, storage, owed })
  }
  await updateStorage(
    tx,
    { accountId, kind: kind.name },
    {
      owed_byte_s: String(restByteS),
      metered_at: now,
      charges: storage.charges + 1,
      micro_usd_per_hour: storagePrice(storage.stored_bytes, microUsdPerGbMonth).perHour,
      kept_until: null,
    },
  )
}

async function keepFree(
  ctx: StorageChargingCtx,
  tx: Tx,
  {
    kind,
    microUsdPerGbMonth,
    storage,
    owed,
  }: PricedKind & { storage: AccountStorageRow; owed: bigint },
): Promise<void> {
  const now = ctx.clock.now()
  const { account_id: accountId, stored_bytes, kept_until, charges } = storage
  const until = kept_until ?? new Date(now.getTime() + kind.keptAfterExhaustionS * 1_000)
  await updateStorage(
    tx,
    { accountId, kind: kind.name },
    {
      owed_byte_s: String(owed),
      metered_at: now,
      kept_until: stored_bytes === 0 ? null : until,
    },
  )
  if (kept_until !== null || stored_bytes === 0) return
  const { perMonth } = storagePrice(stored_bytes, microUsdPerGbMonth)
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `${kind.noun}_unpaid:${charges}`,
      level: 'error',
      text: `The balance does not cover your ${kind.noun} ($${(perMonth / 1e6).toFixed(2)} a month). They are kept until ${formatUtc(until)} and then deleted. Add funds to keep them.`,
    },
    mail: { kind: 'balance_low', subject: `Your ${kind.noun} will be deleted` },
  })
  await kind.publish(tx, accountId)
}

async function expire(
  ctx: StorageChargingCtx,
  tx: Tx,
  { kind, storage }: { kind: StoredKind; storage: AccountStorageRow },
): Promise<void> {
  const { account_id: accountId, charges } = storage
  const { marked, left } = await kind.markDeleting(tx, accountId)
  // A later round deletes what is needed now, such as snapshots that instances are being restored from.
  const over = left > 0 ? {} : { kept_until: null, owed_byte_s: '0', charges: charges + 1 }
  const of = { accountId, kind: kind.name }
  await updateStorage(tx, of, { ...over, metered_at: ctx.clock.now() })
  if (marked === 0) return
  const days = kind.keptAfterExhaustionS / dayS
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `${kind.noun}_expired:${charges}`,
      level: 'error',
      text: `Your ${kind.noun} were deleted. The balance ran out, and the ${days} days for which they were kept have passed.`,
    },
    mail: { kind: 'balance_low', subject: `Your ${kind.noun} were deleted` },
  })
  await kind.publish(tx, accountId)
}

function capital(noun: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}
