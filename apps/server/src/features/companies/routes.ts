import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { closeCompany } from './close-company.ts'
import { fundCompany } from './fund-company.ts'
import { readCompany } from './read-company.ts'
import { readSpend } from './spend/read-spend.ts'

/** Mounts the funds and the spending of companies. */
export function companyRoutes<C extends Ctx>(routes: Routes<C>, all: AllFeatures): void {
  const { companies } = api
  routes.on(companies.read, (ctx, { params }) => readCompany(ctx, params.id, all))
  routes.on(companies.spend, (ctx, { params, query }) => readSpend(ctx, params.id, query))
  routes.on(companies.fund, (ctx, { params, body }) => {
    const { micro_usd: microUsd, key } = body
    return fundCompany(ctx, { companyId: params.id, microUsd, key }, all)
  })
  routes.on(companies.close, async (ctx, { params }) => {
    await closeCompany(ctx, params.id, all)
    return {}
  })
}
