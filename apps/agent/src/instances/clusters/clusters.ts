import type { InstanceRecord } from '../record.ts'

/** The instances of this machine in the private networks of their clusters. */
export interface Clusters {
  /** Connects an instance that runs; does nothing for one that is connected or of no cluster. Errors: `start_failed` */
  connect(record: InstanceRecord, signal: AbortSignal): Promise<void>
  /** Disconnects an instance that has stopped: connections of others to it end. */
  disconnect(record: InstanceRecord, signal: AbortSignal): Promise<void>
}
