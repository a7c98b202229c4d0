export { monitoringFeature } from './feature.ts'
export { gpuAlert } from './gpu-alert-event.ts'
export { selectSlotDays } from './history-store.ts'
