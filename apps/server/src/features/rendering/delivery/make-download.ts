import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { rendering } from '@gridloom/contract/rendering/endpoints'
import { hashSecret } from '../../../platform/ids.ts'
import type { RenderingCtx } from '../ctx.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { insertTicket, type Ticket } from './tickets-store.ts'

const ticketLifeMs = 60_000

/**
 * Creates a link for one download within a minute: see docs/decisions/0061. Only the hash of its ticket is stored.
 * @throws Refused `not_found`; `picture_not_ready` if no frame is done
 */
export async function makeDownload(
  ctx: RenderingCtx,
  id: RenderJobId,
  kind: Ticket['kind'],
): Promise<{ url: string }> {
  const job = await ownedJob(ctx, id)
  if (job.frames_done === 0) throw new Refused('picture_not_ready')
  const ticket = ctx.ids.secret()
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + ticketLifeMs)
  await ctx.transact((tx) =>
    insertTicket(
      tx,
      { hash: hashSecret(ticket), account_id: job.account_id, job_id: id, kind, expires_at },
      now,
    ),
  )
  return { url: endpointPath(rendering.download, { ticket }) }
}
