import { randomBytes } from 'node:crypto'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { NewSshCertificate, SshCertificate } from '@gridloom/contract/ssh/certificate'
import { accountOf } from '../../platform/ctx.ts'
import { signCertificate } from '../../platform/ssh-certificate.ts'
import { noSuchInstance } from '../instances/index.ts'
import { parseSshKey } from '../keys/index.ts'
import { type CertifiedUser, keyIdOf } from './certificate-key-id.ts'
import type { SshCtx } from './ctx.ts'
import { findOwnedInstances } from './logins-store.ts'

/** Clocks of instances may be late. */
const earlierMs = 60_000

/**
 * Signs a public key for the caller's instances, for some minutes. Its logins end with the caller's session or API key.
 * @throws Refused `invalid_input`, `not_found` for an instance that is not the account's, and where it has none
 */
export async function createCertificate(
  ctx: SshCtx,
  { public_key: text, instance_ids: wanted, valid_s: validS }: NewSshCertificate,
): Promise<SshCertificate> {
  const actor = accountOf(ctx)
  const key = parseSshKey(text)
  if ('problem' in key) throw new Refused('invalid_input', { fields: { public_key: key.problem } })
  const instanceIds = await findOwnedInstances(ctx.db, { accountId: actor.accountId, wanted })
  refuseMissing(wanted, instanceIds)
  const nowMs = ctx.clock.now().getTime()
  const [algorithm = '', base64 = ''] = key.line.split(' ')
  const serial = randomBytes(8).readBigUInt64BE()
  const blob = signCertificate(
    {
      ...{ algorithm, key: Buffer.from(base64, 'base64'), serial, principals: instanceIds },
      keyId: keyIdOf(certified(actor)),
      validAfterS: seconds(nowMs - earlierMs),
      validBeforeS: seconds(nowMs + validS * 1_000),
    },
    { authority: ctx.sshAuthority, nonce: randomBytes(32) },
  )
  return {
    certificate: `${typeIn(blob)} ${blob.toString('base64')}`,
    serial: String(serial),
    instance_ids: [...instanceIds],
    expires_at: new Date(nowMs + validS * 1_000).toISOString(),
    authority: ctx.sshAuthority.publicKey,
  }
}

function refuseMissing(
  wanted: readonly InstanceId[] | undefined,
  found: readonly InstanceId[],
): void {
  const isMissing = (id: InstanceId) => !found.includes(id)
  if (found.length === 0 || wanted?.some(isMissing)) throw noSuchInstance()
}

/** Users who came by SSH cannot call this. */
function certified(actor: ReturnType<typeof accountOf>): CertifiedUser {
  const { via } = actor
  if (via.kind === 'ssh_key' || via.kind === 'standing_order') throw new Refused('unauthorized')
  return { ...actor, via }
}

function seconds(ms: number): bigint {
  return BigInt(Math.floor(ms / 1_000))
}

/** The name at the beginning of a certificate. */
function typeIn(blob: Buffer): string {
  return blob.toString('latin1', 4, 4 + blob.readUInt32BE(0))
}
