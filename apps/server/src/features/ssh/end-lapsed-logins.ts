import type { SshCtx } from './ctx.ts'
import { findStillOpened } from './logins-store.ts'
import type { OpenLogin } from './open-logins.ts'

/**
 * Ends connections whose key was removed, whose user was suspended or left the company, and whose instance no longer
 * runs. Each hears why.
 */
export async function endLapsedLogins(ctx: SshCtx): Promise<void> {
  const open = ctx.sshLogins.all()
  if (open.length === 0) return
  const still = await findStillOpened(ctx.db, open)
  const states = new Map(still.map((one) => [keyOf(one), one.state]))
  for (const login of open) {
    const state = states.get(keyOf(login))
    if (state === 'running') continue
    ctx.sshLogins.end([login.id], whyEnded(login, state))
  }
}

function whyEnded({ label }: OpenLogin, state: string | undefined): string {
  if (state === undefined) return `You no longer have access to ${label}.`
  return state === 'destroyed' ? `${label} was destroyed.` : `${label} is ${state}.`
}

function keyOf({ keyId, instanceId }: Pick<OpenLogin, 'keyId' | 'instanceId'>): string {
  return `${keyId} ${instanceId}`
}
