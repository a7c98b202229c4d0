export type { AgentBundles } from './agent-bundles.ts'
export { createInstallerServices } from './create-installer-services.ts'
export type { InstallersCtx } from './ctx.ts'
export { installersFeature } from './feature.ts'
