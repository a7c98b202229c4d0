import { api } from '@gridloom/contract/api'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { changeReservation } from './change-reservation.ts'
import { createReservation } from './create-reservation.ts'
import type { ReservationsCtx } from './ctx.ts'
import { quoteReservation } from './quote-reservation.ts'
import { listMachineReservations, listReservations, readReservation } from './read-reservations.ts'

/** Mounts the `reservations` area of the contract. */
export function reservationRoutes(
  routes: Routes<ReservationsCtx>,
  all: Pick<AllFeatures, 'spendRate'>,
): void {
  const { reservations } = api
  routes.on(reservations.quote, (ctx, { query }) => quoteReservation(ctx, query, all))
  routes.on(reservations.create, (ctx, { body }) => createReservation(ctx, body))
  routes.on(reservations.list, (ctx) => listReservations(ctx))
  routes.on(reservations.read, (ctx, { params }) => readReservation(ctx, params.id))
  routes.on(reservations.change, (ctx, { params, body }) => changeReservation(ctx, params.id, body))
  routes.on(reservations.cancel, (ctx, { params }) => cancelReservation(ctx, params.id))
  routes.on(reservations.ofMachine, (ctx, { params }) => listMachineReservations(ctx, params.id))
}
