export { reservationsFeature } from './feature.ts'
export { lockForOrder } from './lock-for-order.ts'
export { reservationEnded, reservationEnding, reservationRefunded } from './reservation-events.ts'
