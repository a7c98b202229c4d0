import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'
import { readPack, readSignature } from './read-pack.ts'
import { readScript } from './read-script.ts'

/** What a provider's machine fetches to become one. */
export function installerRoutes(routes: Routes<InstallersCtx>): void {
  const { installers } = api
  routes.download(installers.shellScript, (ctx) => readScript(ctx, 'install.sh'))
  routes.download(installers.powershellScript, (ctx) => readScript(ctx, 'install.ps1'))
  routes.download(installers.agentPack, (ctx, { params }) => readPack(ctx, params.platform))
  routes.download(installers.agentSignature, (ctx, { params }) =>
    readSignature(ctx, params.platform),
  )
}
