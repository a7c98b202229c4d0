import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'
import { readBundle, readSignature } from './read-bundle.ts'
import { readInstallScript } from './read-script.ts'
import { readToolbox, readToolboxArchive } from './read-toolbox.ts'

/** Mounts the `installers` area of the contract. */
export function installerRoutes(routes: Routes<InstallersCtx>): void {
  const { installers } = api
  routes.download(installers.shellScript, (ctx) => readInstallScript(ctx, 'install.sh'))
  routes.download(installers.powershellScript, (ctx) => readInstallScript(ctx, 'install.ps1'))
  routes.download(installers.agentBundle, (ctx, { params }) => readBundle(ctx, params.platform))
  routes.download(installers.agentSignature, (ctx, { params }) =>
    readSignature(ctx, params.platform),
  )
  routes.on(installers.toolbox, (ctx, { params }) => readToolbox(ctx, params.platform))
  routes.download(installers.toolboxArchive, (ctx, { params }) => readToolboxArchive(ctx, params))
}
