export { currentAnnouncements } from './announcements.ts'
export { operatorFeature } from './feature.ts'
export type { MaintenanceWatch } from './watch-maintenance.ts'
