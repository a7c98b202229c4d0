import { createAtOnce } from '../../platform/at-once.ts'
import type { ServiceParts, Services } from '../../platform/feature.ts'
import type { AgentGateway } from '../agents/index.ts'
import { createBulkAgents } from './create-bulk-agents.ts'
import { createBulkMachines } from './create-bulk-machines.ts'
import type { FilesCtx } from './ctx.ts'
import { createDownloadTickets } from './download-tickets.ts'
import { createFileSessions } from './file-sessions.ts'
import { createUploadTurns } from './upload-turns.ts'

/** The part of the feature's context that its services provide. */
export type FilesAdapters = Pick<
  FilesCtx,
  'fileSessions' | 'bulkMachines' | 'bulkAgents' | 'fileCalls' | 'uploadTurns' | 'downloadTickets'
>

/** Each may hold a megabyte or two. A page sends three uploads at once and lists; the command line transfers four. */
const callsAtOnce = { perKey: 24, inAll: 300 }

export function createFilesServices({
  clock,
  ids,
  agents,
  stopping,
}: ServiceParts & { agents: AgentGateway }): Services<FilesAdapters> {
  const bulkMachines = createBulkMachines({ clock, agents, signal: stopping })
  const fileSessions = createFileSessions({ clock, ids, machines: bulkMachines })
  // The connections of machines came over the HTTP server, which waits for their end.
  const end = () => {
    fileSessions[Symbol.dispose]()
    bulkMachines[Symbol.dispose]()
  }
  stopping.addEventListener('abort', end, { once: true })
  return {
    adapters: {
      fileSessions,
      bulkMachines,
      bulkAgents: createBulkAgents(bulkMachines),
      fileCalls: createAtOnce(callsAtOnce),
      uploadTurns: createUploadTurns(),
      downloadTickets: createDownloadTickets({ clock, ids }),
    },
  }
}
