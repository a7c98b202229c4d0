import type { AutoOrder, AutoOrderInstance } from '@gridloom/contract/auto-orders/auto-order'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { autoOrderCheckText, autoOrderText } from '@gridloom/domain/auto-orders/auto-order-text'
import type { Db } from '../../platform/database/connect.ts'
import { type InstanceMoney, readInstanceMoney } from '../ledger/index.ts'
import { isUp } from './facts-of.ts'
import { listRented, type RentedRow } from './rented-store.ts'
import type { AutoOrderRow } from './schema.ts'

/** Returns the views of automatic orders with what they rented: two queries for any number. */
export async function showAutoOrders(db: Db, rows: readonly AutoOrderRow[]): Promise<AutoOrder[]> {
  const rented = await listRented(
    db,
    rows.map(({ id }) => id),
  )
  const money = await readInstanceMoney(
    db,
    rented.map(({ instance_id }) => instance_id),
  )
  return rows.map((row) =>
    viewOf(
      row,
      rented.filter((one) => one.auto_order_id === row.id),
      money,
    ),
  )
}

function viewOf(
  row: AutoOrderRow,
  rented: readonly RentedRow[],
  money: ReadonlyMap<InstanceId, InstanceMoney>,
): AutoOrder {
  const instances = rented.map((one) => instanceOf(one, money)).reverse()
  const check = checkOf(row)
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    filters: row.filters,
    order: row.ordered,
    template_id: row.ordered.template_id ?? null,
    max_price_micro_usd_per_hour: row.max_price_micro_usd_per_hour,
    instances_max: row.instances_max,
    running_max: row.running_max,
    budget_micro_usd: row.budget_micro_usd,
    ends_at: row.ends_at.toISOString(),
    state: row.state,
    pause: row.pause,
    text: textOf(row),
    placed: rented.length,
    running: rented.filter(isUp).length,
    cost_micro_usd: instances.reduce((sum, { cost_micro_usd }) => sum + cost_micro_usd, 0),
    last_check: check,
    instances,
    created_at: row.created_at.toISOString(),
  }
}

/** What it does now, in a sentence. */
export function textOf(row: AutoOrderRow): string {
  const { state, pause, refusal } = row
  return autoOrderText({ state, pause, refusal, check: checkOf(row)?.text ?? null })
}

function checkOf(row: AutoOrderRow): AutoOrder['last_check'] {
  const { checked_at: at, outcome, matches, refusal } = row
  if (at === null || outcome === null) return null
  const cheapest = row.cheapest_micro_usd_per_hour
  const text = autoOrderCheckText({
    ...{ outcome, refusal, cheapestMicroUsdPerHour: cheapest },
    maxMicroUsdPerHour: row.max_price_micro_usd_per_hour,
  })
  return {
    ...{ at: at.toISOString(), outcome, text, matches },
    cheapest_micro_usd_per_hour: cheapest,
  }
}

function instanceOf(
  row: RentedRow,
  money: ReadonlyMap<InstanceId, InstanceMoney>,
): AutoOrderInstance {
  return {
    instance_id: row.instance_id,
    label: row.label,
    state: row.state,
    machine_id: row.machine_id,
    machine_name: row.machine_name,
    placed_at: row.placed_at.toISOString(),
    running_micro_usd_per_hour: row.running_micro_usd_per_hour,
    cost_micro_usd: money.get(row.instance_id)?.chargedMicroUsd ?? 0,
    failure: row.failure,
  }
}
