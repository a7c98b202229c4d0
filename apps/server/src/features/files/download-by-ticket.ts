import { Refused } from '@gridloom/contract/errors'
import type { Download } from '../../platform/http/routes.ts'
import { archiveFolder } from './archive-folder.ts'
import type { FilesCtx } from './ctx.ts'
import { readFile } from './read-file.ts'

/**
 * Starts the download that a ticket allows; the ticket is used up from here on. It acts as the user who asked for it,
 * and ends with their session.
 * @throws Refused `not_found` for a ticket that is used, expired or unknown, and as `readFile` and `archiveFolder`
 */
export async function downloadByTicket(ctx: FilesCtx, ticket: string): Promise<Download> {
  const taken = ctx.downloadTickets.take(ticket)
  if (taken === undefined) throw new Refused('not_found', { details: { what: 'download' } })
  const { actor, id, path, format } = taken
  const asUser = { ...ctx, actor }
  if (format !== null) return archiveFolder(asUser, { id, path, format })
  return readFile(asUser, { id, path, range: undefined, ifRange: undefined })
}
