import type { AccountId } from '@gridloom/contract/core/ids'
import type { Bill, BillForecast, Month } from '@gridloom/contract/ledger/bill'
import { Product } from '@gridloom/contract/ledger/line'
import { forecastSpending } from '@gridloom/domain/forecast'
import { lastsS } from '@gridloom/domain/money'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { type ProductDay, selectItems, selectProductDays } from './bill-store.ts'
import { type CreditDay, type Period, selectCreditDays } from './credit-days-store.ts'
import { selectBalances } from './statement-store.ts'

const itemsMax = 20
const dayMs = 86_400_000

type BillCtx = Pick<Ctx, 'db' | 'clock'>

/**
 * Returns what an account spent and earned in a month (by default this one), after automatic credits, with a forecast for
 * the current month.
 */
export async function readBill(
  ctx: BillCtx,
  accountId: AccountId,
  { month: wanted, all }: { month: Month | undefined; all: Pick<AllFeatures, 'spendRate'> },
): Promise<Bill> {
  const now = ctx.clock.now()
  const month = wanted ?? monthOf(now)
  const period = periodOf(month)
  const [{ days, credits }, year] = await Promise.all([
    readAmounts(ctx.db, accountId, period),
    readAmounts(ctx.db, accountId, { from: yearBefore(now), to: periodOf(monthOf(now)).to }),
  ])
  const items = await selectItems(ctx.db, accountId, { ...period, limit: itemsMax, credits })
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
    months: monthsOf(year.days),
  }
}

/** Returns the amounts of a period by day, from which the platform's part of the credits is subtracted, and the credits. */
async function readAmounts(
  db: Ctx['db'],
  accountId: AccountId,
  period: Period,
): Promise<{ days: ProductDay[]; credits: CreditDay[] }> {
  const [days, credits] = await Promise.all([
    selectProductDays(db, accountId, period),
    selectCreditDays(db, accountId, period),
  ])
  return { days: [...days, ...credits.map(feeReturned)], credits }
}

function feeReturned({ day, feeBack }: CreditDay): ProductDay {
  const none = { spent: 0, credited: 0, earned: 0 }
  return { day, product: 'compute', ...none, paidBack: feeBack, fee: -feeBack }
}

function monthsOf(days: readonly ProductDay[]): Bill['months'] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([month, own]) => ({ month, ...sumOf(own) }))
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
    credited_micro_usd: sum(({ credited }) => credited),
    earned_micro_usd: sum(({ earned }) => earned),
    fee_micro_usd: sum(({ fee }) => fee),
    paid_back_micro_usd: sum(({ paidBack }) => paidBack),
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
