export type { AgentBundles } from './agent-bundles.ts'
export { installersFeature } from './feature.ts'
