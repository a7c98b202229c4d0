import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { generateApiKey } from './generate-api-key.ts'
import { generateCompanyKey } from './generate-company-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listCompanyKeys } from './list-company-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { revokeCompanyKey } from './revoke-company-key.ts'

/** Mounts the API keys of users and of companies. */
export function keyRoutes<C extends Ctx>(
  routes: Routes<C>,
  all: Pick<AllFeatures, 'keySpend'>,
): void {
  const { companies, keys } = api
  routes.on(keys.generateApiKey, (ctx, { body }) => generateApiKey(ctx, body))
  routes.on(keys.apiKeys, (ctx) => listApiKeys(ctx, all))
  routes.on(keys.revokeApiKey, async (ctx, { params }) => {
    await revokeApiKey(ctx, params.id)
    return {}
  })
  routes.on(companies.generateKey, (ctx, { params, body }) =>
    generateCompanyKey(ctx, params.id, body),
  )
  routes.on(companies.keys, (ctx, { params }) => listCompanyKeys(ctx, params.id, all))
  routes.on(companies.revokeKey, async (ctx, { params }) => {
    await revokeCompanyKey(ctx, params.id, params.key_id)
    return {}
  })
}
