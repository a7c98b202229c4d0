import type { AccountActor } from '../../platform/ctx.ts'
import type { SshCtx } from './ctx.ts'
import { loginNameOf } from './login-name.ts'
import { findOpenedByKey, type OpenedByKey } from './logins-store.ts'
import type { OpenLogin } from './open-logins.ts'

/** A key and the name that it wants to sign in to. */
export interface SshCredentials {
  readonly name: string
  readonly fingerprint: string
}

/** Whether a key opens an instance of that name; has no effect. */
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
export function actorOf({ accountId, userId, keyId }: OpenedByKey): AccountActor {
  return {
    kind: 'account',
    accountId,
    userId,
    role: 'user',
    hasAccess: true,
    via: { kind: 'ssh_key', keyId },
  }
}

function find(ctx: SshCtx, { name, fingerprint }: SshCredentials): Promise<OpenedByKey[]> {
  return findOpenedByKey(ctx.db, { name: loginNameOf(name), fingerprint })
}
