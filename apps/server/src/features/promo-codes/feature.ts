import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { promoCodesPersonalData } from './personal-data-store.ts'
import { promoCodeRoutes } from './routes.ts'

/** Promo codes: credit of the operator's, with terms, once per account. */
export const promoCodesFeature: Feature<Ctx> = {
  name: 'promo-codes',
  personalData: promoCodesPersonalData,
  routes: (routes) => promoCodeRoutes(routes),
}
