import type {
  AutoOrderFacts,
  PricedOffer,
  RentedInstance,
} from '@gridloom/domain/auto-orders/decide-auto-order'
import type { Db } from '../../platform/database/connect.ts'
import { readInstanceMoney } from '../ledger/index.ts'
import { listRented, type RentedRow } from './rented-store.ts'
import type { AutoOrderRow } from './schema.ts'

/** Returns what the next step of an automatic order depends on. */
export async function factsOf(
  db: Db,
  row: AutoOrderRow,
  offers: readonly PricedOffer[],
): Promise<AutoOrderFacts> {
  const rented = await listRented(db, [row.id])
  const money = await readInstanceMoney(
    db,
    rented.map(({ instance_id }) => instance_id),
  )
  return {
    endsAt: row.ends_at,
    instancesMax: row.instances_max,
    runningMax: row.running_max,
    maxMicroUsdPerHour: row.max_price_micro_usd_per_hour,
    budgetMicroUsd: row.budget_micro_usd,
    instanceBudgetMicroUsd: row.ordered.automation?.budget_micro_usd ?? null,
    rented: rented.map((one) => rentedOf(one, money.get(one.instance_id)?.chargedMicroUsd ?? 0)),
    failures: rented
      .filter(({ placed_at }) => placed_at >= row.resumed_at)
      .map(({ failure }) => failure),
    offers,
  }
}

/** Whether an instance runs, or is about to. */
export function isUp({ state, desired }: Pick<RentedRow, 'state' | 'desired'>): boolean {
  return desired === 'running' && !['stopped', 'failed', 'destroyed'].includes(state)
}

function rentedOf(row: RentedRow, costMicroUsd: number): RentedInstance {
  return {
    is: row.state === 'destroyed' ? 'ended' : isUp(row) ? 'up' : 'down',
    costMicroUsd,
    budgetMicroUsd: row.instance_budget_micro_usd,
    shareMicroUsd: row.budget_micro_usd,
  }
}
