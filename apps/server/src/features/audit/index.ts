export { forgetOriginsOf } from './audit-store.ts'
export { auditFeature } from './feature.ts'
