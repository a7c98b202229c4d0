export { autoOrderPaused, autoOrderPlaced } from './auto-order-events.ts'
export { autoOrdersFeature } from './feature.ts'
