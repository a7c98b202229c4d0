import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { linkPlace } from '@gridloom/contract/ports/own-places'
import type { CreatedPortLink, NewPortLink } from '@gridloom/contract/ports/port-address'
import { userOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { lockAddress, setAccess } from './addresses-store.ts'
import type { PortsCtx } from './ctx.ts'
import { insertLink, listValidLinks } from './links-store.ts'
import { linkView } from './list-links.ts'
import { ownedPort } from './owned-port.ts'
import { portUrl, servedDomain } from './port-addresses.ts'
import { publishPorts } from './publish-ports.ts'

/** The prefix of every key of a link, so that secret scanners recognise a leaked one. */
export const linkKeyPrefix = 'gll_'
/** Valid links to one address. */
const linksMax = 100

/**
 * Creates a link that ends, and shares a private address by link. Only the hash of its key is stored.
 * @throws Refused `not_found`, `limit_reached`
 */
export async function createLink(
  ctx: PortsCtx,
  { id, port, link }: { id: InstanceId; port: number; link: NewPortLink },
): Promise<CreatedPortLink> {
  const domain = servedDomain(ctx.portAddresses)
  const { instance, address } = await ownedPort(ctx, { id, port })
  const one = { instanceId: id, port }
  const key = `${linkKeyPrefix}${ctx.ids.secret()}`
  const at = ctx.clock.now()
  const row = await ctx.transact(async (tx) => {
    const locked = await lockAddress(tx, one)
    const valid = await listValidLinks(tx.db, one, at)
    if (valid.length >= linksMax)
      throw new Refused('limit_reached', { details: { max: linksMax, what: 'links to a port' } })
    if (locked?.access === 'private') await setAccess(tx, one, 'link')
    const inserted = await insertLink(tx, {
      id: ctx.ids.mint('portLink'),
      key_hash: hashSecret(key),
      instance_id: id,
      port,
      note: link.note,
      created_at: at,
      created_by: userOf(ctx),
      expires_at: new Date(at.getTime() + link.expires_in_s * 1_000),
    })
    tx.note({ subject: inserted.id })
    await publishPorts(tx, instance.account_id, [id])
    return inserted
  })
  return { link: linkView(row), url: `${portUrl(domain, address)}${linkPlace}?key=${key}` }
}
