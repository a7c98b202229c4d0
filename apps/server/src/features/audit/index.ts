export { forgetOriginsOf } from './audit-store.ts'
export { forgetOrigins } from './forget-origins.ts'
export { auditRoutes } from './routes.ts'
