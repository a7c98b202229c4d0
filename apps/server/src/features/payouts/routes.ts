import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { PayoutsCtx } from './ctx.ts'
import { approvePayout } from './operator/approve-payout.ts'
import { listAllPayouts } from './operator/list-every-payout.ts'
import { readTreasury } from './operator/read-treasury.ts'
import { rejectPayout } from './operator/reject-payout.ts'
import { cancelPayout } from './requests/cancel-payout.ts'
import { listPayouts } from './requests/list-payouts.ts'
import { quotePayout } from './requests/quote-payout.ts'
import { requestPayout } from './requests/request-payout.ts'
import { changePayoutSettings } from './settings/change-settings.ts'
import { readPayoutSettings } from './settings/read-settings.ts'

/** Mounts the `payouts` area of the contract. */
export function payoutRoutes(routes: Routes<PayoutsCtx>): void {
  const { payouts } = api
  routes.on(payouts.list, (ctx) => listPayouts(ctx))
  routes.on(payouts.quote, (ctx, { query }) => quotePayout(ctx, query))
  routes.on(payouts.request, (ctx, { body }) => requestPayout(ctx, body))
  routes.on(payouts.cancel, (ctx, { params }) => cancelPayout(ctx, params.id))
  routes.on(payouts.settings, (ctx) => readPayoutSettings(ctx))
  routes.on(payouts.changeSettings, (ctx, { body }) => changePayoutSettings(ctx, body))
  routes.on(payouts.every, (ctx) => listAllPayouts(ctx))
  routes.on(payouts.approve, (ctx, { params }) => approvePayout(ctx, params.id))
  routes.on(payouts.reject, (ctx, { params, body }) => rejectPayout(ctx, { ...params, ...body }))
  routes.on(payouts.treasury, (ctx) => readTreasury(ctx))
}
