import type { AccountId } from '@gridloom/contract/core/ids'
import type { Bill, BillForecast, Month } from '@gridloom/contract/ledger/bill'
import { Product } from '@gridloom/contract/ledger/line'
import { forecastSpending } from '@gridloom/domain/forecast'
import { lastsS } from '@gridloom/domain/money'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import {
  type Period,
  type ProductDay,
  selectItems,
  selectMonths,
  selectProductDays,
} from './bill-store.ts'
import { selectBalances } from './statement-store.ts'

const itemsMax = 20
const dayMs = 86_400_000

type BillCtx = Pick<Ctx, 'db' | 'clock'>

/** Returns what an account spent and earned in a month (by default this one), with a forecast for the current month. */
export async function readBill(
  ctx: BillCtx,
  accountId: AccountId,
  { month: wanted, all }: { month: Month | undefined; all: Pick<AllFeatures, 'spendRate'> },
): Promise<Bill> {
  const now = ctx.clock.now()
  const month = wanted ?? monthOf(now)
  const period = periodOf(month)
  const [days, items, months] = await Promise.all([
    selectProductDays(ctx.db, accountId, period),
    selectItems(ctx.db, accountId, { ...period, limit: itemsMax }),
    selectMonths(ctx.db, accountId, { from: yearBefore(now), to: periodOf(monthOf(now)).to }),
  ])
  const total = sumOf(days)
  const isNow = month === monthOf(now)
  return {
    month,
    ...total,
    products: Product.options.map((product) => ({
      product,
      ...sumOf(days.filter((one) => one.product === product)),
    })),
    items,
    days: daysOf(period).map((day) => ({ day, ...sumOf(days.filter((one) => one.day === day)) })),
    forecast: isNow
      ? await forecastOf(ctx, accountId, {
          all,
          end: period.to,
          spentMicroUsd: total.spent_micro_usd,
        })
      : null,
    months,
  }
}

interface ForecastOptions {
  all: Pick<AllFeatures, 'spendRate'>
  end: Date
  spentMicroUsd: number
}

async function forecastOf(
  { db, clock }: BillCtx,
  accountId: AccountId,
  { all, end, spentMicroUsd }: ForecastOptions,
): Promise<BillForecast> {
  const nowMs = clock.now().getTime()
  const secondsLeft = Math.max(0, Math.floor((end.getTime() - nowMs) / 1_000))
  const [have, rate] = await Promise.all([
    selectBalances(db, accountId),
    all.spendRate(db, accountId),
  ])
  const funds = have.available + have.welcome + have.heldForInstances
  const fundsLastS = lastsS(funds, rate.fromBalance)
  const { microUsd, fromHoldsMicroUsd } = forecastSpending({
    spentMicroUsd,
    microUsdPerHour: rate.fromBalance,
    holdsAreSpent: rate.fromHolds > 0,
    heldMicroUsd: have.held + have.welcome_held - have.heldForInstances,
    secondsLeft,
    fundsLastS,
  })
  const isShort = fundsLastS !== null && fundsLastS < secondsLeft
  return {
    micro_usd: microUsd,
    micro_usd_per_hour: rate.fromBalance,
    from_holds_micro_usd: fromHoldsMicroUsd,
    funds_end_at: isShort ? new Date(nowMs + fundsLastS * 1_000).toISOString() : null,
  }
}

function sumOf(days: readonly ProductDay[]) {
  const sum = (of: (day: ProductDay) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    spent_micro_usd: sum(({ spent }) => spent),
    earned_micro_usd: sum(({ earned }) => earned),
    fee_micro_usd: sum(({ fee }) => fee),
  }
}

function monthOf(at: Date): Month {
  return at.toISOString().slice(0, 7)
}

function periodOf(month: Month): Period {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) }
}

/** The start of the month eleven months before. */
function yearBefore(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))
}

function daysOf({ from, to }: Period): string[] {
  const count = Math.round((to.getTime() - from.getTime()) / dayMs)
  return Array.from({ length: count }, (_, at) =>
    new Date(from.getTime() + at * dayMs).toISOString().slice(0, 10),
  )
}
