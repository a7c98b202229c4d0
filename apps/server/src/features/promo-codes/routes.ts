import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import {
  changePromoCode,
  createPromoCode,
  listPromoCodes,
  listRedemptions,
  revokePromoCode,
} from './manage-promo-codes.ts'
import { checkPromoCode, redeemPromoCode } from './redeem-promo-code.ts'

/** Mounts the `promoCodes` area of the contract. */
export function promoCodeRoutes<C extends Ctx>(routes: Routes<C>): void {
  const { promoCodes } = api
  routes.on(promoCodes.check, (ctx, { body, address }) => checkPromoCode(ctx, { ...body, address }))
  routes.on(promoCodes.redeem, (ctx, { body, address }) =>
    redeemPromoCode(ctx, { ...body, address }),
  )
  routes.on(promoCodes.list, (ctx) => listPromoCodes(ctx))
  routes.on(promoCodes.create, (ctx, { body }) => createPromoCode(ctx, body))
  routes.on(promoCodes.change, (ctx, { params, body }) => changePromoCode(ctx, params.id, body))
  routes.on(promoCodes.revoke, (ctx, { params }) => revokePromoCode(ctx, params.id))
  routes.on(promoCodes.redemptions, (ctx, { params, query }) =>
    listRedemptions(ctx, params.id, query),
  )
}
