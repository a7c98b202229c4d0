import { sessionLifeS } from '@gridloom/contract/core/constants'
import { ownPlaces, signInPlace } from '@gridloom/contract/ports/own-places'
import type { PortSignIn, PortSignInReply } from '@gridloom/contract/ports/port-address'
import { readPortLabel } from '@gridloom/contract/ports/port-label'
import { sessionOf, userOf } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { findOpenableAddress } from './admission-store.ts'
import type { PortsCtx } from './ctx.ts'
import { noSuchAddress, portUrl, servedDomain } from './port-addresses.ts'
import { insertSignIn } from './sessions-store.ts'

/** The browser follows the redirect at once. */
const codeLifeS = 60
/** Sign-ins of one session to one address that are kept: a browser needs the newest alone. */
const keptMax = 10

/**
 * Signs the caller's browser in to an address of theirs, or of a company of theirs, whichever account is active. The
 * code is good for a minute, once, and for the browser that has the cookie of the attempt (as in decision 0042).
 * @throws Refused `not_found`, the same for an unknown address and for a foreign one
 */
export async function signInToPort(
  ctx: PortsCtx,
  { address, state, path }: PortSignIn,
): Promise<PortSignInReply> {
  const domain = servedDomain(ctx.portAddresses)
  const label = readPortLabel(address)
  const userId = userOf(ctx)
  const found = label && (await findOpenableAddress(ctx.db, label, userId))
  if (label === undefined || found === undefined) throw noSuchAddress()
  const code = ctx.ids.secret()
  const at = ctx.clock.now()
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
  await ctx.transact(async (tx) => {
    await insertSignIn(
      tx,
      {
        code_hash: hashSecret(code),
        attempt_hash: state,
        code_expires_at: after(codeLifeS),
        instance_id: found.instance_id,
        port: label.port,
        user_id: userId,
        session_id: sessionOf(ctx),
        created_at: at,
        expires_at: after(sessionLifeS),
      },
      { keptMax },
    )
    tx.note({ subject: address })
  })
  const query = new URLSearchParams({ code, path: isPath(path) ? path : '/' })
  const url = `${portUrl(domain, label)}${signInPlace}?${query}`
  return { url, instance_id: found.instance_id }
}

/** Whether it is a path of the app; the address checks it again. */
function isPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith(ownPlaces)
}
