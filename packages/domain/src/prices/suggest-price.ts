import type { PriceSuggestion, PriceUse } from '@gridloom/contract/prices/prices'

/** Units at about one price, added up over the days that are compared. */
export interface PriceLevel {
  /** See {@link priceLevel}. */
  readonly level: number
  readonly unitHoursListed: number
  readonly unitHoursRented: number
  /** The prices of the listed units, each times its hours. */
  readonly microUsdListed: number
}

/** The prices of neighbouring levels differ by a tenth. */
export const levelRatio = 1.1
/** Two units for a day: less says nothing about a price. */
const unitHoursMin = 48
/** A price that earns less than this much more is not worth a change. */
const gainMin = 1.05

/** Returns the level of a price: prices within a tenth of each other are compared as one. */
export function priceLevel(microUsdPerHour: number): number {
  return Math.floor(Math.log(Math.max(1, microUsdPerHour)) / Math.log(levelRatio))
}

/**
 * Compares a price with those at which units of the same hardware were listed. The use of a level is that of the level and
 * its two neighbours, so that few units do not decide alone.
 */
export function suggestPrice(
  levels: readonly PriceLevel[],
  askedMicroUsdPerHour: number,
): Pick<PriceSuggestion, 'verdict' | 'now' | 'best'> {
  const byLevel = new Map(levels.map((each) => [each.level, each]))
  const askedUse = useAround(byLevel, priceLevel(askedMicroUsdPerHour))
  const now = askedUse && earning(askedMicroUsdPerHour, askedUse)
  const uses = levels.flatMap(({ level, unitHoursListed, microUsdListed }) => {
    const use = useAround(byLevel, level)
    if (use === undefined || unitHoursListed <= 0) return []
    return [earning(Math.round(microUsdListed / unitHoursListed), use)]
  })
  // Of two that earn the same, the lower price, which is the surer one.
  const [best] = uses.toSorted(
    (one, other) =>
      other.micro_usd_per_day - one.micro_usd_per_day ||
      one.micro_usd_per_hour - other.micro_usd_per_hour,
  )
  if (best === undefined || best.micro_usd_per_day === 0)
    return { verdict: 'unknown', now: now ?? null, best: null }
  return { verdict: verdictOf(askedMicroUsdPerHour, now, best), now: now ?? null, best }
}

function verdictOf(
  askedMicroUsdPerHour: number,
  now: PriceUse | undefined,
  best: PriceUse,
): PriceSuggestion['verdict'] {
  const isSame = priceLevel(best.micro_usd_per_hour) === priceLevel(askedMicroUsdPerHour)
  // Where nothing was listed at about this price, what it would earn is only bounded: rented all the time.
  const earnsAtMost = now?.micro_usd_per_day ?? askedMicroUsdPerHour * 24
  const isBetter = best.micro_usd_per_day >= Math.max(1, earnsAtMost) * gainMin
  if (!isBetter || isSame) return now === undefined ? 'unknown' : 'keep'
  return best.micro_usd_per_hour > askedMicroUsdPerHour ? 'raise' : 'lower'
}

interface Use {
  readonly listed: number
  readonly rented: number
}

function useAround(levels: ReadonlyMap<number, PriceLevel>, level: number): Use | undefined {
  const near = [level - 1, level, level + 1].flatMap((each) => levels.get(each) ?? [])
  const listed = near.reduce((sum, each) => sum + each.unitHoursListed, 0)
  const rented = near.reduce((sum, each) => sum + each.unitHoursRented, 0)
  return listed < unitHoursMin ? undefined : { listed, rented: Math.min(rented, listed) }
}

function earning(microUsdPerHour: number, { listed, rented }: Use): PriceUse {
  const share = rented / listed
  return {
    micro_usd_per_hour: microUsdPerHour,
    rented_percent: Math.round(share * 1_000) / 10,
    micro_usd_per_day: Math.round(microUsdPerHour * 24 * share),
    unit_hours: Math.round(listed * 10) / 10,
  }
}
