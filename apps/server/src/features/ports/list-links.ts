import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PortLink } from '@gridloom/contract/ports/port-address'
import type { PortsCtx } from './ctx.ts'
import { listValidLinks } from './links-store.ts'
import { ownedPort } from './owned-port.ts'
import type { PortLinkRow } from './schema.ts'

/** Lists the valid links to an address, newest first. @throws Refused `not_found` */
export async function listLinks(
  ctx: PortsCtx,
  { id, port }: { id: InstanceId; port: number },
): Promise<PortLink[]> {
  await ownedPort(ctx, { id, port })
  const rows = await listValidLinks(ctx.db, { instanceId: id, port }, ctx.clock.now())
  return rows.map(linkView)
}

/** The view of a link, which never includes its key. */
export function linkView({ id, note, created_at, expires_at, created_by }: PortLinkRow): PortLink {
  return {
    id,
    note,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    created_by,
  }
}
