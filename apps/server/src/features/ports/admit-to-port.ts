import { apiKeyPrefix } from '@gridloom/contract/core/constants'
import { AccountId, type ApiKeyId, InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { readPortLabel } from '@gridloom/contract/ports/port-label'
import type { Admission, AdmissionQuestion } from '../../edge/apps/admission.ts'
import { hashSecret } from '../../platform/ids.ts'
import { type AddressedInstance, findAddressed, findVisitor } from './admission-store.ts'
import { linkKeyPrefix } from './create-link.ts'
import type { PortsCtx } from './ctx.ts'
import { decideAdmission, type PresentedAccess } from './decide-admission.ts'
import { findLink } from './links-store.ts'

/** In place of an unknown address, so that its credentials are looked up as those of a known one. */
const noInstance = InstanceId.parse(`ins_${'0'.repeat(26)}`)
const noAccount = AccountId.parse(`acc_${'0'.repeat(26)}`)

/**
 * Decides whether a request may reach the port that its address names. It writes nothing, and takes the same queries for
 * an address that does not exist.
 */
export async function admitToPort(ctx: PortsCtx, question: AdmissionQuestion): Promise<Admission> {
  const label = readPortLabel(question.label)
  const address = label && (await findAddressed(ctx.db, label))
  const presented = await lookUp(ctx, question, address)
  const isConnected = address !== undefined && ctx.agents.connected(address.machine_id)
  return decideAdmission(address, presented, { isConnected })
}

async function lookUp(
  ctx: PortsCtx,
  { cookies, token, visitor: from }: AdmissionQuestion,
  address: AddressedInstance | undefined,
): Promise<PresentedAccess> {
  const { instance_id: instanceId = noInstance, port = 0, account_id } = address ?? {}
  const accountId = account_id ?? noAccount
  const one = { instanceId, port }
  const now = ctx.clock.now()
  const isLink = (secret: string) => secret.startsWith(linkKeyPrefix)
  const linkKey = [...cookies, ...(token === undefined ? [] : [token])].find(isLink)
  const cookieHashes = cookies.filter((cookie) => !isLink(cookie)).map(hashSecret)
  const link =
    linkKey === undefined
      ? undefined
      : await findLink(ctx.db, one, { keyHash: hashSecret(linkKey), now })
  return {
    visitor:
      cookieHashes.length === 0
        ? undefined
        : await findVisitor(ctx.db, one, { cookieHashes, accountId, now }),
    link: link && { id: link.id, until: link.expires_at },
    key:
      token === undefined || isLink(token)
        ? undefined
        : await keyOf(ctx, { token, from, accountId }),
  }
}

/** What an API key needs, as for an endpoint. */
const need = { auth: 'member', scope: 'ports:open', reauth: 'any', membership: 'held' } as const

/** The API key of the account; `refused` where it is another's, not valid, or lacks the scope. */
async function keyOf(
  { authenticator }: PortsCtx,
  { token, from, accountId }: { token: string; from: string; accountId: AccountId },
): Promise<ApiKeyId | 'refused'> {
  if (!token.startsWith(apiKeyPrefix)) return 'refused'
  try {
    const actor = await authenticator.authenticate({ token, address: from }, need)
    if (actor.kind !== 'account' || actor.via.kind !== 'key') return 'refused'
    return actor.accountId === accountId ? actor.via.keyId : 'refused'
  } catch (error) {
    if (error instanceof Refused) return 'refused'
    throw error
  }
}
