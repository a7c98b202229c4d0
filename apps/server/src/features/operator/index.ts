export { currentAnnouncements } from './announcements.ts'
export { carryAnnouncements } from './carry-announcements.ts'
export { operatorRoutes } from './routes.ts'
export { type MaintenanceWatch, watchMaintenance } from './watch-maintenance.ts'
