export { snapshotsFeature } from './feature.ts'
export { snapshotFailed, snapshotReady } from './snapshot-events.ts'
