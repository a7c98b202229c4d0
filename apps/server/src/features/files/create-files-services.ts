import { createAtOnce } from '../../platform/at-once.ts'
import type { ServiceParts, Services } from '../../platform/feature.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { FilesCtx } from './ctx.ts'
import { createDownloadTickets } from './download-tickets.ts'
import { createFileSessions } from './file-sessions.ts'
import { createUploadTurns } from './upload-turns.ts'

/** The part of the feature's context that its services provide. */
export type FilesAdapters = Pick<
  FilesCtx,
  'fileSessions' | 'fileCalls' | 'uploadTurns' | 'downloadTickets'
>

/** Each may hold a megabyte or two. A page sends three uploads at once and lists; the command line transfers four. */
const callsAtOnce = { perKey: 24, inAll: 300 }

export function createFilesServices({
  clock,
  ids,
  agents,
  stopping,
}: ServiceParts & { agents: AgentGateway }): Services<FilesAdapters> {
  const fileSessions = createFileSessions({ clock, ids, agents })
  // The connections of machines came over the HTTP server, which waits for their end.
  stopping.addEventListener('abort', () => fileSessions[Symbol.dispose](), { once: true })
  return {
    adapters: {
      fileSessions,
      fileCalls: createAtOnce(callsAtOnce),
      uploadTurns: createUploadTurns(),
      downloadTickets: createDownloadTickets({ clock, ids }),
    },
  }
}
