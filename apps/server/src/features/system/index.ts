export { docsPage } from './docs-page.ts'
export { systemFeature } from './feature.ts'
export { partChecks } from './part-checks.ts'
export type { StaticConfig } from './routes.ts'
