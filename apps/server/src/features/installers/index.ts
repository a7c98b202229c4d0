export type { AgentBundles } from './agent-bundles.ts'
export { installersFeature } from './feature.ts'
export type { Toolboxes } from './toolboxes.ts'
