export { docsPage } from './docs-page.ts'
export { partChecks } from './part-checks.ts'
export { systemRoutes } from './routes.ts'
