export { backupFailed, backupSucceeded } from './backup-events.ts'
export { backupsFeature } from './feature.ts'
