export { companiesFeature } from './feature.ts'
