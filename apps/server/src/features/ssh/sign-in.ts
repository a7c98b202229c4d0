import type { SshCredentials } from '../../edge/calls.ts'
import type { AccountActor } from '../../platform/ctx.ts'
import { findActiveAccount } from '../auth/index.ts'
import { type CertifiedUser, certifiedUser } from './certificate-key-id.ts'
import type { SshCtx } from './ctx.ts'
import { loginNameOf } from './login-name.ts'
import { findOpenedByCertificate, findOpenedByKey, type OpenedInstance } from './logins-store.ts'
import type { OpenLogin } from './open-logins.ts'

/** An instance that a credential opens. */
type Opened = OpenedInstance & Pick<OpenLogin, 'via'>

/** Whether a key, or its certificate, opens an instance of that name; has no effect. */
export async function acceptsSshKey(ctx: SshCtx, credentials: SshCredentials): Promise<boolean> {
  return (await find(ctx, credentials)).length > 0
}

/** Begins a login with a key whose signature was verified, and records it; `null` where the key opens nothing. */
export async function beginSshLogin(
  ctx: SshCtx,
  { address, ...credentials }: SshCredentials & { address: string },
): Promise<OpenLogin | null> {
  const [opened, ...others] = await find(ctx, credentials)
  if (opened === undefined) return null
  const login = { ...opened, id: ctx.ids.secret(), address, isAmbiguous: others.length > 0 }
  await ctx.auditSsh(actorOf(opened), {
    action: 'instances.ssh',
    subject: opened.instanceId,
    address,
    userAgent: null,
  })
  ctx.sshLogins.add(login)
  return login
}

/** The user of a login, acting for the account that rents the instance. */
export function actorOf({
  accountId,
  userId,
  via,
}: Pick<Opened, 'accountId' | 'userId' | 'via'>): AccountActor {
  return { kind: 'account', accountId, userId, role: 'user', hasAccess: true, via }
}

/** Whether the session or API key that asked for a certificate still acts for its account. */
export async function isStillActive(ctx: SshCtx, user: CertifiedUser): Promise<boolean> {
  return (await findActiveAccount({ ...ctx, actor: actorOf(user) })) === user.accountId
}

async function find(
  ctx: SshCtx,
  { name: text, fingerprint, certificate }: SshCredentials,
): Promise<Opened[]> {
  const name = loginNameOf(text)
  if (certificate === null) {
    const opened = await findOpenedByKey(ctx.db, { name, fingerprint })
    return opened.map(({ keyId, ...one }) => ({ ...one, via: { kind: 'ssh_key', keyId } }))
  }
  const user = certifiedUser(certificate.keyId)
  if (user === undefined || !(await isStillActive(ctx, user))) return []
  const { accountId, userId, via } = user
  const { principals: instanceIds } = certificate
  const opened = await findOpenedByCertificate(ctx.db, { name, accountId, instanceIds })
  return opened.map((one) => ({ ...one, userId, via }))
}
