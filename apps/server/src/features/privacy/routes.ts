import { privacy } from '@gridloom/contract/privacy/endpoints'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { closeAccount } from './close-account.ts'
import { exportEverything } from './export-everything.ts'

/** Mounts the data export and the closing of an account. */
export function privacyRoutes<C extends Ctx>(routes: Routes<C>, all: AllFeatures): void {
  routes.download(privacy.exportData, (ctx) => exportEverything(ctx, all.personalData))
  routes.on(privacy.closeAccount, async (ctx) => {
    await closeAccount(ctx, all)
    return {}
  })
}
