export { listTemplates } from './list-templates.ts'
export { readTemplate } from './read-template.ts'
export { templateRoutes } from './routes.ts'
