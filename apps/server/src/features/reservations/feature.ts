import type { Feature } from '../../platform/feature.ts'
import type { ReservationsCtx } from './ctx.ts'
import { reservationsPersonalData } from './personal-data-store.ts'
import { reservationEnded, reservationEnding, reservationRefunded } from './reservation-events.ts'
import { reservationQuota } from './reservation-quota.ts'
import { countActive, readKeySpend, selectSpendRate } from './reservations-store.ts'
import { reservationRoutes } from './routes.ts'
import { settleReservations } from './settle-reservations.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A reservation; the subject is its id. */
    reservation: 'transient'
  }
}

const settleEveryMs = 10_000

/** Reservations: slots of a machine that are paid for in advance, by the day. */
export const reservationsFeature: Feature<ReservationsCtx> = {
  name: 'reservations',
  routes: (routes, all) => reservationRoutes(routes, all),
  loops: [{ name: 'days of reservations', everyMs: settleEveryMs, run: settleReservations }],
  quotas: [reservationQuota],
  inUse: async (db, accountId) => [
    { count: await countActive(db, [accountId]), noun: 'reservation' },
  ],
  spendRate: async (db, accountId) => ({
    fromBalance: 0,
    fromHolds: await selectSpendRate(db, accountId),
  }),
  keySpend: readKeySpend,
  personalData: reservationsPersonalData,
  topics: {
    reservation: {
      scope: 'reservations:read',
      show: async () => ({ event: 'reservations', data: {} }),
    },
  },
  events: [reservationEnding, reservationEnded, reservationRefunded],
}
