import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceParts, Services } from '../../platform/feature.ts'
import { type AgentBundles, createAgentBundles } from './agent-bundles.ts'
import { createBundleSigner } from './bundle-signer.ts'
import type { InstallersCtx } from './ctx.ts'
import { fetchWithNpm } from './fetch-runtime.ts'
import { runtimes } from './runtimes.ts'
import { createToolboxes, type Toolboxes } from './toolboxes.ts'

const agentBuildFolder = fileURLToPath(new URL('../../../../agent/dist', import.meta.url))
const licenceFile = fileURLToPath(new URL('../../../../../LICENSE', import.meta.url))

declare module '../../platform/feature.ts' {
  interface ServiceOptions {
    /** Agent bundles to serve instead of the built ones; for tests. */
    readonly agentBundles?: AgentBundles
    /** Toolboxes to serve instead of the built ones; for tests. */
    readonly toolboxes?: Toolboxes
  }
}

/** The part of the feature's context that its services provide. */
export type InstallerAdapters = Pick<InstallersCtx, 'agentBundles' | 'bundleSigner' | 'toolboxes'>

/** The agent bundles and toolboxes of this server, and the key that signs them. */
export function createInstallerServices({
  config,
  files,
  stopping,
  options,
}: ServiceParts): Services<InstallerAdapters> {
  const builtHere = () =>
    createAgentBundles({
      folder: path.join(config.dataFolder, 'packs'),
      agentFolder: agentBuildFolder,
      licenceFile,
      runtimes,
      fetchRuntime: fetchWithNpm,
      demandSpace: files.reserve.demand,
      signal: stopping,
    })
  return {
    adapters: {
      agentBundles: options.agentBundles ?? builtHere(),
      bundleSigner: createBundleSigner({
        file: path.join(config.dataFolder, 'agent-signing-key.pem'),
      }),
      toolboxes: options.toolboxes ?? createToolboxes(path.join(agentBuildFolder, 'toolbox')),
    },
  }
}
