export { balanceAlertsFeature } from './feature.ts'
