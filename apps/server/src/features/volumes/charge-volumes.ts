import { diskKeptAfterExhaustionS, volumeHoldAheadS } from '@gridloom/contract/core/constants'
import type { VolumeId } from '@gridloom/contract/core/ids'
import { chargeBetween, coverFor } from '@gridloom/domain/money'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { lockBudgetLeft } from '../budgets/index.ts'
import { payWithinHold, readInstanceMoney, releaseHold, topUpHold } from '../ledger/index.ts'
import { insertCharge, listToCharge, readOnlineMs } from './charges-store.ts'
import type { VolumesCtx } from './ctx.ts'
import { expireVolume, warnUnpaid } from './expire-volume.ts'
import { meterVolume } from './meter-volume.ts'
import type { VolumeRow } from './schema.ts'
import { lockVolume, updateVolume } from './volumes-store.ts'

const everyMs = 3_600_000

export type ChargingCtx = Pick<
  VolumesCtx,
  'clock' | 'ids' | 'db' | 'transact' | 'publicUrl' | 'keySpendOf' | 'log'
>

/** Charges each volume for the last hour; see {@link chargeVolume}. */
export async function chargeVolumes(ctx: ChargingCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - everyMs)
  for (const id of await listToCharge(ctx.db, before)) {
    try {
      await ctx.transact((tx) => chargeDue(ctx, tx, { id, before }))
    } catch (cause) {
      // @NOTE the others are charged all the same, and the next round retries this one
      ctx.log.error({ event: 'volume.charge_failed', err: cause, volume: id }, 'not charged')
    }
  }
}

/** Charges a volume unless another replica has just done so. */
async function chargeDue(
  ctx: ChargingCtx,
  tx: Tx,
  { id, before }: { id: VolumeId; before: Date },
): Promise<void> {
  const row = await lockVolume(tx, id)
  const isDue = row?.kept_until !== null || (row.metered_at ?? before) <= before
  if (isDue) await chargeVolume(ctx, tx, id)
}

/**
 * Charges a volume for the time since the last charge, and puts the next two hours on hold. Where the balance does not
 * cover the next one, nothing more is charged: the account is told, and the volume is kept for 48 hours and then
 * deleted. Twice is safe: under the row's lock each time is metered once.
 */
export async function chargeVolume(ctx: ChargingCtx, tx: Tx, id: VolumeId): Promise<void> {
  const row = await lockVolume(tx, id)
  if (row?.state !== 'ready') return
  const now = ctx.clock.now()
  const booked = await bookTime(ctx, tx, row)
  const covered = await coverNext(ctx, tx, booked)
  if (covered) return void (await updateVolume(tx, id, { kept_until: null }))
  if (row.kept_until === null) {
    const until = new Date(now.getTime() + diskKeptAfterExhaustionS * 1_000)
    return warnUnpaid(ctx, tx, { row: booked, until })
  }
  if (row.kept_until <= now) await expireVolume(ctx, tx, booked)
}

/** Charges a volume whose row is locked up to now, and releases its hold. */
export async function endCharges(
  ctx: ChargingCtx,
  tx: Tx,
  row: VolumeRow,
  reason: 'deleted' | 'failed',
): Promise<void> {
  const { hold_number } = row.state === 'ready' ? await bookTime(ctx, tx, row) : row
  const key = `${reason}:${hold_number}`
  await releaseHold(ctx, tx, { purpose: row.id, keepMicroUsd: 0, key })
}

/** Begins to charge a volume whose row is locked from now on: its machine has it, maybe again. */
export async function beginCharges(ctx: ChargingCtx, tx: Tx, row: VolumeRow): Promise<VolumeRow> {
  return updateVolume(tx, row.id, {
    metered_at: ctx.clock.now(),
    metered_online_ms: await readOnlineMs(tx.db, row.machine_id),
  })
}

async function bookTime(ctx: ChargingCtx, tx: Tx, row: VolumeRow): Promise<VolumeRow> {
  const now = ctx.clock.now()
  const onlineMs = await readOnlineMs(tx.db, row.machine_id)
  const { seconds, from, change } = meterVolume(row, { onlineMs, now })
  if (seconds > 0) await pay(ctx, tx, { row, seconds, from, to: change.metered_at ?? now })
  return updateVolume(tx, row.id, change)
}

interface PaidTime {
  row: VolumeRow
  seconds: number
  from: Date
  to: Date
}

async function pay(ctx: ChargingCtx, tx: Tx, { row, seconds, from, to }: PaidTime): Promise<void> {
  const { id, metered_s, micro_usd_per_hour: rate } = row
  const microUsd = chargeBetween(rate, metered_s, metered_s + seconds)
  const key = `${id}:${metered_s}`
  const paid =
    microUsd === 0
      ? { microUsd: 0, transactionId: null }
      : await payWithinHold(ctx, tx, {
          purpose: id,
          machineId: row.machine_id,
          providerAccountId: row.provider_account_id,
          microUsd,
          key,
          text: `Volume ${row.name}: ${seconds} s at ${formatPerHour(rate)}`,
        })
  await insertCharge(tx, {
    ...{ key, seconds, volume_id: id, from_at: from, to_at: to },
    micro_usd: paid.microUsd,
    transaction_id: paid.transactionId,
  })
}

/** Tops the hold up, within the budgets of account and API key; returns whether it covers the next hour. */
async function coverNext(ctx: ChargingCtx, tx: Tx, row: VolumeRow): Promise<boolean> {
  const { id, account_id: accountId, micro_usd_per_hour: rate, hold_number } = row
  const held = (await readInstanceMoney(tx.db, [id])).get(id)?.heldMicroUsd ?? 0
  const hour = coverFor(rate, everyMs / 1_000)
  const left = (await lockBudgetLeft(ctx, tx, row.api_key_id)) ?? Number.POSITIVE_INFINITY
  const microUsd = Math.min(coverFor(rate, volumeHoldAheadS) - held, Math.max(0, left))
  if (microUsd <= 0) return held >= hour
  const hold = { accountId, purpose: id, microUsd, key: `ahead:${hold_number}` }
  const { microUsd: added } = await topUpHold(ctx, tx, hold)
  if (added > 0) await updateVolume(tx, id, { hold_number: hold_number + 1 })
  return held + added >= hour
}
