import { snapshotsKeptAfterExhaustionS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { Tx } from '../../platform/ctx.ts'
import { chargeStorage } from '../ledger/index.ts'
import { publishNotice } from '../notices/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { SnapshotStorageRow } from './schema.ts'
import { markUnpaid } from './snapshots-store.ts'
import { owedAfter, priceOwed, storagePrice } from './storage-price.ts'
import { listStorageAccounts, lockStorage, updateStorage } from './storage-store.ts'

const everyMs = 3_600_000

type ChargingCtx = Pick<
  SnapshotsCtx,
  'clock' | 'ids' | 'db' | 'transact' | 'publicUrl' | 'snapshotMicroUsdPerGbMonth'
>

/** Charges the storage of each account for the last hour; see {@link chargeAccount}. */
export async function chargeSnapshots(ctx: ChargingCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - everyMs)
  for (const accountId of await listStorageAccounts(ctx.db, before)) {
    await ctx.transact((tx) => chargeAccount(ctx, tx, accountId))
  }
}

/**
 * Charges what an account's snapshots took since the last charge. While the balance does not cover it nothing is
 * charged: the account is told, and its snapshots are kept for seven days and then deleted. Twice is safe: the time is
 * metered once.
 */
async function chargeAccount(ctx: ChargingCtx, tx: Tx, accountId: AccountId): Promise<void> {
  const now = ctx.clock.now()
  const storage = await lockStorage(tx, accountId, now)
  const owed = storage.kept_until === null ? owedAfter(storage, now) : BigInt(storage.owed_byte_s)
  const { microUsd, restByteS } = priceOwed(owed, ctx.snapshotMicroUsdPerGbMonth)
  const outcome =
    microUsd === 0
      ? 'charged'
      : await chargeStorage(ctx, tx, {
          accountId,
          microUsd,
          key: String(storage.charges),
          text: `Snapshots: ${(storage.stored_bytes / 1e9).toFixed(2)} GB`,
        })
  if (outcome === 'uncovered') {
    const isOver = storage.kept_until !== null && storage.kept_until <= now
    if (isOver) return expire(ctx, tx, storage)
    return keepFree(ctx, tx, storage, { owed, now })
  }
  await updateStorage(tx, accountId, {
    owed_byte_s: String(restByteS),
    metered_at: now,
    charges: storage.charges + 1,
    micro_usd_per_hour: storagePrice(storage.stored_bytes, ctx.snapshotMicroUsdPerGbMonth).perHour,
    kept_until: null,
  })
}

async function keepFree(
  ctx: ChargingCtx,
  tx: Tx,
  { account_id: accountId, stored_bytes, kept_until, charges }: SnapshotStorageRow,
  { owed, now }: { owed: bigint; now: Date },
): Promise<void> {
  const until = kept_until ?? new Date(now.getTime() + snapshotsKeptAfterExhaustionS * 1_000)
  await updateStorage(tx, accountId, {
    owed_byte_s: String(owed),
    metered_at: now,
    kept_until: stored_bytes === 0 ? null : until,
  })
  if (kept_until !== null || stored_bytes === 0) return
  const { perMonth } = storagePrice(stored_bytes, ctx.snapshotMicroUsdPerGbMonth)
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `snapshots_unpaid:${charges}`,
      level: 'error',
      text: `The balance does not cover your snapshots ($${(perMonth / 1e6).toFixed(2)} a month). They are kept until ${formatUtc(until)} and then deleted. Add funds to keep them.`,
    },
    mail: { kind: 'balance_low', subject: 'Your snapshots will be deleted' },
  })
  await publishSnapshot(tx, { account_id: accountId, id: '' })
}

async function expire(
  ctx: ChargingCtx,
  tx: Tx,
  { account_id: accountId, charges }: SnapshotStorageRow,
): Promise<void> {
  const { marked, left } = await markUnpaid(tx, accountId)
  // A later round deletes those that instances are being restored from.
  const over = left > 0 ? {} : { kept_until: null, owed_byte_s: '0', charges: charges + 1 }
  await updateStorage(tx, accountId, { ...over, metered_at: ctx.clock.now() })
  if (marked === 0) return
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `snapshots_expired:${charges}`,
      level: 'error',
      text: 'Your snapshots were deleted. The balance ran out, and the seven days for which they were kept have passed.',
    },
    mail: { kind: 'balance_low', subject: 'Your snapshots were deleted' },
  })
  await publishSnapshot(tx, { account_id: accountId, id: '' })
}
