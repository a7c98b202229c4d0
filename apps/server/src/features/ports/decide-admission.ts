import type { ApiKeyId, PortLinkId } from '@gridloom/contract/core/ids'
import type { Admission, Admitted, UnservedReason } from '../../edge/apps/admission.ts'
import type { AddressedInstance, SignedInVisitor } from './admission-store.ts'

/** Who asks, as their credentials say. Each was looked up for this address, and is valid now. */
export interface PresentedAccess {
  readonly visitor: SignedInVisitor | undefined
  readonly link: { readonly id: PortLinkId; readonly until: Date } | undefined
  /** An API key of the account; `refused`: another key, or none that is valid. */
  readonly key: ApiKeyId | 'refused' | undefined
}

/** What an admission stands on: whom it is for, what ends it, and when. */
interface Ground {
  readonly audience: Admitted['audience']
  readonly accessKey: string
  readonly subjects: readonly string[]
  readonly untilMs: number | null
}

/**
 * Decides on a visit. Whether an address exists is told only to those whom it admits: everyone else gets the same answer
 * as for one that does not. Pure.
 */
export function decideAdmission(
  address: AddressedInstance | undefined,
  presented: PresentedAccess,
  { isConnected }: { isConnected: boolean },
): Admission {
  const ground = address === undefined ? undefined : groundOf(address, presented)
  if (address === undefined || ground === undefined) return refusal(address, presented)
  const { instance_id: instanceId, machine_id: machineId, account_id: accountId, port } = address
  const subjects = [instanceId, ...ground.subjects]
  const reason = unservedReason(address, { isConnected })
  if (reason !== undefined) return { kind: 'unserved', reason, untilMs: ground.untilMs, subjects }
  return { kind: 'admitted', instanceId, machineId, accountId, port, ...ground, subjects }
}

function groundOf(
  { access }: AddressedInstance,
  { visitor, link, key }: PresentedAccess,
): Ground | undefined {
  if (key !== undefined && key !== 'refused')
    return { audience: 'account', accessKey: `key ${key}`, subjects: [key], untilMs: null }
  if (visitor !== undefined) {
    const { user_id: userId, session_id: sessionId, until } = visitor
    return {
      audience: 'account',
      accessKey: `user ${userId}`,
      subjects: [sessionId, userId],
      untilMs: until.getTime(),
    }
  }
  if (access !== 'private' && link !== undefined)
    return {
      audience: 'guest',
      accessKey: `link ${link.id}`,
      subjects: [link.id],
      untilMs: link.until.getTime(),
    }
  // Last, so that those who may open it anyway keep their connections when it is no longer public.
  if (access !== 'public') return undefined
  return { audience: 'guest', accessKey: 'public', subjects: [], untilMs: null }
}

function refusal(address: AddressedInstance | undefined, { key }: PresentedAccess): Admission {
  const subjects = address === undefined ? [] : [address.instance_id]
  if (key === undefined) return { kind: 'sign_in', subjects }
  return { kind: 'unserved', reason: 'no_access', untilMs: null, subjects }
}

/**
 * Why an instance cannot be reached; `undefined` where it can. Nothing reaches one that runs before its charging has
 * begun: it counts as starting.
 */
export function unservedReason(
  { state, desired, ready, charged_from }: AddressedInstance,
  { isConnected }: { isConnected: boolean },
): UnservedReason | undefined {
  switch (state) {
    case 'running':
      if (!ready && charged_from === null) return 'starting'
      return isConnected ? undefined : 'machine_offline'
    case 'stopping':
    case 'stopped':
      return desired === 'running' ? 'starting' : 'stopped'
    case 'failed':
      return 'failed'
    case 'lost':
      return 'machine_offline'
    default:
      return 'starting'
  }
}
