import type { ClassPrices } from '@gridloom/contract/prices/prices'
import type { Ctx } from '../../platform/ctx.ts'
import { daysBefore } from './days.ts'
import { listLatestHours, listMedianDays } from './read-prices-store.ts'

const classesMax = 500
/** Hardware that was not on the market for two hours has no price now. */
const newestMs = 2 * 60 * 60 * 1_000

/** Returns the prices of all hardware on the market, that with the most units first. */
export async function listPrices({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<ClassPrices[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - newestMs)
  const hours = await listLatestHours(db, { since, limit: classesMax })
  const classes = hours.map((hour) => hour.hardware_class)
  const days = Map.groupBy(
    await listMedianDays(db, { classes, since: daysBefore(now, 29) }),
    (day) => day.hardware_class,
  )
  return hours.map(({ last, hour, ...prices }) => ({
    ...prices,
    at: hour.toISOString(),
    last_rented: last === null ? null : { ...last, at: new Date(last.at).toISOString() },
    days: (days.get(prices.hardware_class) ?? []).map(({ day, median_micro_usd_per_hour }) => ({
      day,
      median_micro_usd_per_hour,
    })),
  }))
}
