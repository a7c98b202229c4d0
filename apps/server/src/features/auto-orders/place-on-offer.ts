import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { Order } from '@gridloom/contract/instances/order'
import { decideAutoOrder, type PricedOffer } from '@gridloom/domain/auto-orders/decide-auto-order'
import { formatPerHour } from '@gridloom/domain/money-format'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { type InstanceRow, type OrderedTemplate, placeOrder } from '../instances/index.ts'
import { machineFacts } from '../machines/index.ts'
import { autoOrderPlaced } from './auto-order-events.ts'
import { lockAutoOrder, updateAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { factsOf } from './facts-of.ts'
import { tellRented } from './notices.ts'
import { publishAutoOrder } from './publish-auto-order.ts'
import { insertRented } from './rented-store.ts'
import type { AutoOrderRow } from './schema.ts'
import type { Checked } from './settle-check.ts'

interface OnOffer {
  seen: AutoOrderRow
  offer: PricedOffer
  ordered: OrderedTemplate
  checked: Checked
}

/**
 * Places the next instance of an automatic order on an offer. The order of the instance, its number and the state after
 * it are one transaction under the lock of the automatic order: of any number of replicas one places it, and a process
 * that is killed has placed and recorded it, or neither. Returns `undefined` where another one was faster, or its user
 * changed it.
 * @throws Refused the errors of `placeOrder`; `price_changed` where the instance would cost more than it may
 */
export async function placeOnOffer(
  ctx: AutoOrdersCtx,
  { seen, offer, ordered, checked }: OnOffer,
): Promise<InstanceRow | undefined> {
  return ctx.transact(async (tx) => {
    const row = await lockAutoOrder(tx, seen.id)
    if (row === undefined || row.state !== 'waiting') return undefined
    if (row.resumed_at.getTime() !== seen.resumed_at.getTime()) return undefined
    const facts = await factsOf(tx.db, row, [offer])
    const decision = decideAutoOrder(facts, ctx.clock.now())
    if (decision.kind !== 'order') return undefined
    const number = facts.rented.length + 1
    const { budgetMicroUsd } = decision
    const order = orderOn(offer, { row, number, budgetMicroUsd })
    const instance = await placeOrder(ctx, tx, { order, ...ordered })
    refuseDearer(row, instance)
    await record(ctx, tx, { row, instance, number, budgetMicroUsd, checked })
    return instance
  })
}

interface NextOrder {
  row: AutoOrderRow
  number: number
  budgetMicroUsd: number | null
}

function orderOn(offer: PricedOffer, { row, number, budgetMicroUsd }: NextOrder): Order {
  const { ordered } = row
  return {
    ...ordered,
    offer_id: offer.id,
    label: labelOf(row, number),
    ...(budgetMicroUsd !== null && {
      automation: { ...ordered.automation, budget_micro_usd: budgetMicroUsd },
    }),
  }
}

/** Labels are unique: those of several instances are numbered. */
function labelOf({ ordered: { label }, instances_max: most }: AutoOrderRow, number: number) {
  if (label === '' || most === 1) return label
  const suffix = `-${number}`
  return `${label.slice(0, limits.labelChars - suffix.length)}${suffix}`
}

/** The provider may have raised the price since the offer was found. */
function refuseDearer(
  { max_price_micro_usd_per_hour: most }: AutoOrderRow,
  { running_micro_usd_per_hour: price }: InstanceRow,
): void {
  if (price <= most) return
  const details = { what: 'It costs', now: formatPerHour(price), shown: formatPerHour(most) }
  throw new Refused('price_changed', { details })
}

interface Recorded extends NextOrder {
  instance: InstanceRow
  checked: Checked
}

async function record(ctx: AutoOrdersCtx, tx: Tx, recorded: Recorded): Promise<void> {
  const { row, instance, number, budgetMicroUsd, checked } = recorded
  const now = ctx.clock.now()
  await insertRented(tx, {
    ...{ auto_order_id: row.id, number, instance_id: instance.id },
    ...{ placed_at: now, budget_micro_usd: budgetMicroUsd },
  })
  const isLast = number >= row.instances_max
  const after = await updateAutoOrder(tx, row.id, {
    ...{ checked_at: now, outcome: 'rented', refusal: '', balance_told: false, due_at: now },
    matches: checked.matches,
    cheapest_micro_usd_per_hour: checked.cheapestMicroUsdPerHour,
    ...(isLast && { state: 'completed', ended_at: now }),
  })
  const { id, account_id: accountId, name, instances_max } = after
  const { machine_id, running_micro_usd_per_hour } = instance
  const payload = {
    ...{ name, instance_id: instance.id, machine_id, running_micro_usd_per_hour },
    ...{ placed: number, instances_max },
  }
  await recordEvents(ctx, tx, [autoOrderPlaced.of({ subject: id, accountId, payload })])
  const machineName = (await machineFacts(tx.db, [machine_id])).get(machine_id)?.name ?? ''
  await tellRented(ctx, tx, { row: after, instance, machineName, number })
  await publishAutoOrder(tx, after)
}
