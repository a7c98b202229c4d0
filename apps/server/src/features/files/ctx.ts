import type { Machines } from '../../edge/machines.ts'
import type { AtOnce } from '../../platform/at-once.ts'
import type { Authenticator } from '../../platform/http/routes.ts'
import type { InstancesCtx } from '../instances/index.ts'
import type { BulkAgents } from './create-bulk-agents.ts'
import type { DownloadTickets } from './download-tickets.ts'
import type { FileSessions } from './file-sessions.ts'
import type { UploadTurns } from './upload-turns.ts'

/** The context of this feature. */
export interface FilesCtx extends InstancesCtx {
  readonly authenticator: Authenticator
  readonly fileSessions: FileSessions
  /** Connections to machines for streams of many bytes. */
  readonly bulkMachines: Machines
  /** Calls over them. */
  readonly bulkAgents: BulkAgents
  /** Limits how many calls on files run at once, for each user and overall. */
  readonly fileCalls: AtOnce
  readonly uploadTurns: UploadTurns
  readonly downloadTickets: DownloadTickets
}
