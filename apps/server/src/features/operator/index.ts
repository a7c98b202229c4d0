export { currentAnnouncements } from './announcements.ts'
export { operatorFeature } from './feature.ts'
export { type MaintenanceWatch, watchMaintenance } from './watch-maintenance.ts'
