import { volumeHoldAheadS } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { NewVolume, Volume } from '@gridloom/contract/volumes/volume'
import { coverFor } from '@gridloom/domain/money'
import { volumePrice } from '@gridloom/domain/pricing'
import { accountOf, actingKeyId, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { labelOrder, refuseBeyondBudget } from '../budgets/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import { placeHold } from '../ledger/index.ts'
import { reserveDisk } from '../market/index.ts'
import type { VolumesCtx } from './ctx.ts'
import { publishVolume } from './publish-volume.ts'
import { readVolume } from './read-volumes.ts'
import { volumeQuota } from './volume-quota.ts'
import { findByName, insertVolume, isMachineAble } from './volumes-store.ts'

/**
 * Orders a volume: takes the disk of the machine and places the hold in one transaction. Its machine creates it.
 * @throws Refused `not_found`, `machine_offline`, `invalid_input`, `volumes_unsupported`, `insufficient_funds`,
 * `key_budget_exceeded`, `limit_reached`, `daily_limit_reached`, `volume_name_taken`
 */
export async function createVolume(
  ctx: VolumesCtx,
  { name, offer_id, size_gb, project }: NewVolume,
): Promise<Volume> {
  const { accountId } = accountOf(ctx)
  const id = ctx.ids.mint('volume')
  await ctx.transact(async (tx) => {
    await keepOpen(tx, accountId)
    const disk = await reserveDisk(tx, { offerId: offer_id, volumeId: id, diskGb: size_gb })
    if (!(await isMachineAble(tx.db, disk.machineId))) throw new Refused('volumes_unsupported')
    const rate = volumePrice(disk.pricing, size_gb)
    const microUsd = coverFor(rate, volumeHoldAheadS)
    await refuseBeyondBudget(ctx, tx, { keyId: actingKeyId(ctx), microUsd })
    await labelOrder(ctx, tx, { purpose: id, project })
    await placeHold(ctx, tx, { accountId, purpose: id, microUsd, key: 'order' })
    await lockQuota(tx, accountId, volumeQuota)
    if ((await findByName(tx.db, { accountId, name })) !== undefined)
      throw new Refused('volume_name_taken', { details: { name } })
    await countOfDay(ctx, tx, 'volumes')
    const row = await insertVolume(tx, {
      ...{ id, name, size_gb },
      account_id: accountId,
      created_by: userOf(ctx),
      api_key_id: actingKeyId(ctx),
      state: 'creating',
      machine_id: disk.machineId,
      provider_account_id: disk.providerAccountId,
      micro_usd_per_hour: rate,
      created_at: ctx.clock.now(),
    })
    tx.note({ subject: id })
    await publishVolume(tx, row)
  })
  return readVolume(ctx, id)
}
