export { templatesFeature } from './feature.ts'
export { readTemplate } from './read-template.ts'
