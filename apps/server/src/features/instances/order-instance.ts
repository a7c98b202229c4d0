import type { AccountId, InstanceId, InstanceMoveId, SnapshotId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Instance, InterruptionSignal } from '@gridloom/contract/instances/instance'
import type { Order } from '@gridloom/contract/instances/order'
import type { Pricing } from '@gridloom/contract/machines/machine'
import { firstHold } from '@gridloom/domain/hold'
import { priceAtClearing } from '@gridloom/domain/market/clear-bids'
import { priceOrder, withoutSlots } from '@gridloom/domain/pricing'
import { accountOf, actingKeyId, type Tx, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { labelOrder, refuseBeyondBudget } from '../budgets/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import { placeHold } from '../ledger/index.ts'
import {
  putRentalPrice,
  type ReservedSlots,
  redeemQuote,
  takeReservedSlots,
  takeSlots,
} from '../market/index.ts'
import { lockForOrder } from '../reservations/index.ts'
import { recordStart } from '../templates/index.ts'
import { attachVolumes } from '../volumes/index.ts'
import { settingColumns } from './automation/change-settings.ts'
import type { InstancesCtx } from './ctx.ts'
import { recordOrdered } from './events/record-instance-events.ts'
import { ownBudgetExceeded } from './instance-budget.ts'
import { instanceQuota } from './instance-quota.ts'
import { insertInstance, isLabelTaken } from './instances-store.ts'
import { awaitingColumns } from './interruptions/awaiting.ts'
import { recordOrderPlaced } from './order-events.ts'
import { earlierOrder, keyedOrder, keyedRequest, takeKey } from './order-key.ts'
import { completeOrderKey } from './order-keys-store.ts'
import { orderedMounts } from './order-mounts.ts'
import { type AppOrder, type OrderedTemplate, orderedTemplate } from './order-template.ts'
import { publishInstance } from './publish-instance.ts'
import { refuseUnsupportedOptions } from './refuse-unsupported-options.ts'
import type { InstanceRow, InstanceTemplate } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { showInstance } from './show-instances.ts'

interface Rates {
  running: number
  stopped: number
  /** What a bid costs at most. */
  atBid?: number
  /** After the end of its reservation. */
  onDemand?: number
}

/**
 * Orders an instance: takes the slots, places the hold and stores the desired state, all in one transaction, then
 * notifies the machine. Of any number of orders for the last slot exactly one commits. The same `key` (Idempotency-Key)
 * with the same order returns the same instance.
 *
 * @throws Refused `offer_taken` (naming the next best), `outbid`, `reservation_full`, `reservation_ended`, `label_taken`, `quote_expired`, `insufficient_funds`, `not_found`,
 * `template_changed`, `options_unsupported`, `volume_elsewhere`, `volume_in_use`, `scope_missing`, `instance_budget_exceeded`, `key_budget_exceeded`, `idempotency_conflict`, `invalid_input`, `limit_reached`, `daily_limit_reached`
 */
export async function orderInstance(
  ctx: InstancesCtx,
  order: Order,
  key: string | undefined,
  { restored, launch }: OrderOrigin = {},
): Promise<Instance> {
  const keyed = key === undefined ? undefined : keyedOrder(ctx, { key, order, restored, launch })
  // Its template may have been changed or deleted since.
  const placed = keyed && (await earlierOrder(ctx.db, keyed))
  if (placed !== undefined) return showInstance(ctx, placed)
  const ordered =
    restored === undefined ? await orderedTemplate(ctx, order, launch) : ofSnapshot(restored)
  const row = await ctx.transact(async (tx) => {
    const earlier = keyed && (await takeKey(ctx, tx, keyed))
    if (earlier !== undefined) {
      tx.note({ subject: earlier.id })
      return earlier
    }
    const row = await placeOrder(ctx, tx, { order, ...ordered, restored })
    if (keyed !== undefined) await completeOrderKey(tx, keyed, row.id)
    return row
  })
  sendSpecSoon(ctx, row.id)
  return showInstance(ctx, row)
}

/** Returns the instance that this request launched before with the same key. @throws Refused `idempotency_conflict` */
export async function orderedBefore(
  ctx: InstancesCtx,
  { key, request }: { key: string | undefined; request: unknown },
): Promise<Instance | undefined> {
  if (key === undefined) return undefined
  const row = await earlierOrder(ctx.db, keyedRequest(ctx, key, request))
  return row && showInstance(ctx, row)
}

/** What an order is made from, beside its own fields. */
export interface OrderOrigin {
  restored?: RestoredFrom | undefined
  launch?: AppOrder | undefined
}

/** The snapshot that the disk of an ordered instance begins with, with the template of the snapshot's instance. */
export interface RestoredFrom {
  snapshotId: SnapshotId
  template: InstanceTemplate
  /** The move that the order is part of. */
  moveId?: InstanceMoveId
}

/** The snapshot's instance had its volumes by its own order; a new one has those of its order alone. */
function ofSnapshot({ template }: RestoredFrom): OrderedTemplate {
  return { template, volumes: [] }
}

interface PlacedOrder extends OrderedTemplate {
  order: Order
  restored?: RestoredFrom | undefined
}

/** Places an order in a transaction of the caller, who sends the spec after it. Errors: those of {@link orderInstance}. */
export async function placeOrder(
  ctx: InstancesCtx,
  tx: Tx,
  placed: PlacedOrder,
): Promise<InstanceRow> {
  const row = await rent(ctx, tx, placed)
  tx.note({ subject: row.id })
  await recordOrderPlaced(ctx, tx, row)
  await recordOrdered(ctx, tx, row)
  await publishInstance(tx, row.account_id, row.id)
  return row
}

async function rent(
  ctx: InstancesCtx,
  tx: Tx,
  { order, template, volumes, restored }: PlacedOrder,
): Promise<InstanceRow> {
  const { accountId } = accountOf(ctx)
  await keepOpen(tx, accountId)
  const id = ctx.ids.mint('instance')
  const locked = await lockedRates(ctx, tx, order)
  const taken = await takeFor(ctx, tx, { order, instanceId: id })
  const { machineId } = taken
  refuseOwnMachine(order, accountId, taken)
  await refuseUnsupportedOptions(tx, machineId, template)
  await attachVolumes(ctx, tx, {
    ...{ instanceId: id, accountId, machineId },
    mounts: await orderedMounts(tx, { order, accountId, named: volumes }),
  })
  const rates = orderRates(taken, order, locked)
  if (rates.atBid !== undefined) await putRentalPrice(tx, id, rates.running)
  const microUsd = firstHold(rates.atBid ?? rates.running)
  refuseSmallBudget(order, microUsd)
  await refuseBeyondBudget(ctx, tx, { keyId: actingKeyId(ctx), microUsd })
  await labelOrder(ctx, tx, { purpose: id, project: order.project })
  await placeHold(ctx, tx, { accountId, purpose: id, microUsd, key: 'order' })
  // Locked after every check that may refuse: orders for a taken offer do not wait for each other.
  await lockQuota(tx, accountId, instanceQuota)
  await refuseTakenLabel(tx, accountId, order)
  await countOfDay(ctx, tx, 'instances')
  const templateId = template.source?.id
  if (templateId !== undefined && restored === undefined)
    await recordStart(tx, { instanceId: id, templateId, accountId })
  return insertInstance(tx, newRow(ctx, { id, accountId, order, template, restored, taken, rates }))
}

/**
 * Commands find an instance by its label, so a chosen one must be unique; instances that are named by their template may
 * share its name. Call it under the quota's lock, which orders of the account wait for.
 */
async function refuseTakenLabel(tx: Tx, accountId: AccountId, { label }: Order): Promise<void> {
  if (label === '' || !(await isLabelTaken(tx.db, { accountId, label }))) return
  throw new Refused('label_taken', { details: { label } })
}

/** Redeems the order's quote and returns its price; `undefined` when the order has no quote. */
async function lockedRates(ctx: InstancesCtx, tx: Tx, order: Order): Promise<Rates | undefined> {
  if (order.quote_id === undefined) return undefined
  const { accountId } = accountOf(ctx)
  const quote = await redeemQuote(tx, { id: order.quote_id, accountId, now: ctx.clock.now() })
  const same =
    quote?.offer_id === order.offer_id &&
    quote.slots === order.slots &&
    quote.disk_gb === order.disk_gb &&
    quote.reservation_id === (order.reservation_id ?? null)
  if (quote === undefined || !same) throw new Refused('quote_expired')
  return { running: quote.running_micro_usd_per_hour, stopped: quote.stopped_micro_usd_per_hour }
}

/** Takes slots of the offer, or of the order's reservation. */
async function takeFor(
  ctx: InstancesCtx,
  tx: Tx,
  { order, instanceId }: { order: Order; instanceId: InstanceId },
): Promise<ReservedSlots> {
  const { offer_id: offerId, slots, disk_gb: diskGb, reservation_id: reservationId } = order
  const wanted = { offerId, slots, diskGb, instanceId, at: ctx.clock.now() }
  if (reservationId === undefined)
    return takeSlots(tx, { ...wanted, bidMicroUsd: order.bid_micro_usd_per_hour })
  await lockForOrder(ctx, tx, { reservationId, offerId })
  return takeReservedSlots(tx, { ...wanted, reservationId })
}

/** On a reservation, the disk alone is charged; the price on demand follows when it ends. */
function orderRates(taken: ReservedSlots, order: Order, locked: Rates | undefined): Rates {
  const { pricing } = taken
  if (order.reservation_id === undefined) return locked ?? ratesAt(pricing, { taken, order })
  const { running: onDemand } = ratesAt(pricing, { taken, order })
  const reserved = locked ?? ratesAt(withoutSlots(pricing), { taken, order })
  return { ...reserved, onDemand }
}

function ratesAt(
  pricing: Pricing,
  { taken, order }: { taken: ReservedSlots; order: Order },
): Rates {
  const price = priceOrder({ kind: taken.kind, memoryMib: taken.memoryMibPerSlot }, pricing, {
    slots: order.slots,
    diskGb: order.disk_gb,
  })
  const { running_micro_usd_per_hour: running, stopped_micro_usd_per_hour: stopped } = price
  const { bid_micro_usd_per_hour: maxMicroUsd, slots } = order
  if (maxMicroUsd === undefined) return { running, stopped }
  const disk = price.lines.find(({ kind }) => kind === 'disk')?.micro_usd_per_hour ?? 0
  const allAtMaxMicroUsd = slots * maxMicroUsd + disk
  const pays = taken.bidPaysMicroUsd ?? maxMicroUsd
  const atClearing = priceAtClearing({ slots, maxMicroUsd, allAtMaxMicroUsd }, pays)
  return { running: atClearing, stopped, atBid: allAtMaxMicroUsd }
}

/** Bids of a provider for its own slots would set the price that others pay. */
function refuseOwnMachine(order: Order, accountId: AccountId, taken: ReservedSlots): void {
  if (order.bid_micro_usd_per_hour === undefined || taken.providerAccountId !== accountId) return
  const fields = { bid_micro_usd_per_hour: 'You cannot bid for slots of your own machine.' }
  throw new Refused('invalid_input', { fields })
}

interface NewInstance {
  id: InstanceId
  accountId: AccountId
  order: Order
  template: InstanceTemplate
  restored: RestoredFrom | undefined
  taken: ReservedSlots
  rates: Rates
}

function newRow(ctx: InstancesCtx, placed: NewInstance) {
  const { id, accountId, order, template, restored, taken, rates } = placed
  return {
    id,
    account_id: accountId,
    provider_account_id: taken.providerAccountId,
    machine_id: taken.machineId,
    offer_id: order.offer_id,
    label: order.label === '' ? template.name : order.label,
    state: 'requested' as const,
    desired: 'running' as const,
    template: JSON.stringify(template),
    slots: order.slots,
    gpu_model: taken.gpuModel,
    gpu_uuids: JSON.stringify(taken.gpuUuids),
    isolated: taken.isolated,
    vcpus: taken.vcpus,
    memory_mib: taken.memoryMib,
    disk_gb: order.disk_gb,
    restart_policy: order.restart_policy,
    ...settingColumns(order.automation ?? {}, ctx.clock.now()),
    running_micro_usd_per_hour: rates.running,
    stopped_micro_usd_per_hour: rates.stopped,
    ...bidColumns(placed, rates),
    ...(taken.awaitsSlots && awaitingColumns),
    reservation_id: order.reservation_id ?? null,
    on_demand_micro_usd_per_hour: rates.onDemand ?? null,
    created_at: ctx.clock.now(),
    placed_by: userOf(ctx),
    api_key_id: actingKeyId(ctx),
    snapshot_id: restored?.snapshotId ?? null,
    move_id: restored?.moveId ?? null,
  }
}

/** An image's own program is told, as on Kubernetes; the shell of the other modes would end with all that it runs. */
function usualSignal({ launch_mode }: InstanceTemplate): InterruptionSignal {
  return launch_mode === 'entrypoint' ? 'SIGTERM' : 'none'
}

function bidColumns(
  { order, template }: Pick<NewInstance, 'order' | 'template'>,
  { atBid }: Rates,
) {
  if (order.bid_micro_usd_per_hour === undefined || atBid === undefined) return {}
  return {
    bid_micro_usd_per_hour: order.bid_micro_usd_per_hour,
    bid_all_micro_usd_per_hour: atBid,
    interruption_signal: order.interruption_signal ?? usualSignal(template),
  }
}

/** The first hold must fit the instance's own budget, as every later one. */
function refuseSmallBudget({ automation }: Order, microUsd: MicroUsd): void {
  const budget = automation?.budget_micro_usd ?? null
  if (budget !== null && budget < microUsd) throw ownBudgetExceeded(microUsd, budget)
}
