import type { OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { OfferWithMachine } from './offer-view.ts'
import { offerFacts, offerJoins, onTheMarket } from './offers-store.ts'
import type { MarketTables, OfferRow } from './schema.ts'

/** What an app needs of an offer. */
export interface AppNeed {
  filters: OfferFilters
  image: string
  /** Whether the machine must build the image unless it has it. */
  isBuilt: boolean
}

/** An app's needs, with the free offers that pass its filters, the cheapest ones. */
export interface MatchedNeed extends AppNeed {
  ids: readonly OfferId[]
}

/** Offers are counted up to here. */
const countedMax = 1_000

/** The free offers that fit an app. */
export interface FittingOffers {
  /** Counted up to 1,000. */
  offers: number
  /** Machines among them that have the image. */
  heldMachines: number
  cheapest: OfferId | null
}

/** Counts the free offers that fit, and names the cheapest one. */
export async function countFitting(db: Db, need: MatchedNeed): Promise<FittingOffers> {
  const { rows } = await sql<{ offers: number; held_machines: number; cheapest: OfferId | null }>`
    with fit as materialized (
      select offer.id, offer.machine_id, ${isHeld(need)} as held,
        row_number() over (order by offer.price_micro_usd_per_hour, offer.id) as place
      from offers offer where ${fits(need)}
      order by offer.price_micro_usd_per_hour, offer.id limit ${countedMax})
    select count(*)::int as offers, count(distinct machine_id) filter (where held)::int as held_machines,
      (select id from fit where place = 1) as cheapest
    from fit`.execute(db)
  const [row] = rows
  return {
    offers: row?.offers ?? 0,
    heldMachines: row?.held_machines ?? 0,
    cheapest: row?.cheapest ?? null,
  }
}

/** Returns an offer with what its price follows from. */
export async function findPriced(db: Db, id: OfferId): Promise<OfferRow | undefined> {
  return db
    .withTables<MarketTables>()
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Offers that are compared for one quote. */
const comparedMax = 50

/** Returns the cheapest free offers that fit, at most 50, and as many of those whose machines have the image. */
export async function findFitting(
  db: Db,
  need: MatchedNeed,
  { now, except }: { now: Date; except: readonly OfferId[] },
): Promise<OfferWithMachine[]> {
  const cheapest = (also: RawBuilder<unknown>) => sql`
    (select offer.id from offers offer
      where ${fits(need)} and ${also} and offer.id <> all(${[...except]}::text[])
      order by offer.price_micro_usd_per_hour, offer.id limit ${comparedMax})`
  const { rows } = await sql<OfferWithMachine>`
    with fit as (${cheapest(sql`true`)} union ${cheapest(isHeld(need))})
    select ${offerFacts} from fit join offers offer on offer.id = fit.id ${offerJoins(now)}
    order by offer.price_micro_usd_per_hour, offer.id`.execute(db)
  return rows
}

/** The offers may have been taken since they were matched. */
function fits({ ids, image, isBuilt }: MatchedNeed): RawBuilder<boolean> {
  const builds = sql` and (${isHeld({ image })} or exists (select from machines
    where machines.id = offer.machine_id and machines.hardware -> 'recipes' = 'true'::jsonb))`
  return sql`offer.id = any(${[...ids]}::text[]) and ${onTheMarket}${isBuilt ? builds : sql``}`
}

function isHeld({ image }: Pick<AppNeed, 'image'>): RawBuilder<boolean> {
  return sql`exists (select from machine_images
    where machine_images.machine_id = offer.machine_id and machine_images.image = ${image})`
}
