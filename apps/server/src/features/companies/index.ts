export type { CompanyPorts } from './ports.ts'
export { companyRoutes } from './routes.ts'
