export { templatesFeature } from './feature.ts'
export { listTemplates } from './list-templates.ts'
export { readTemplate } from './read-template.ts'
