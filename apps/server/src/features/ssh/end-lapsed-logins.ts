import type { InstanceState } from '@gridloom/contract/instances/instance'
import type { SshCtx } from './ctx.ts'
import { findInstanceStates, findStillOpened } from './logins-store.ts'
import { notRunning } from './not-running.ts'
import type { OpenLogin } from './open-logins.ts'
import { isStillActive } from './sign-in.ts'

/**
 * Ends connections whose key was removed, whose session or API key ended, whose user was suspended or left the company,
 * and whose instance no longer runs. Each hears why.
 */
export async function endLapsedLogins(ctx: SshCtx): Promise<void> {
  const open = ctx.sshLogins.all()
  if (open.length === 0) return
  const states = new Map([
    ...(await statesByKey(ctx, open)),
    ...(await statesByCertificate(ctx, open)),
  ])
  for (const login of open) {
    const state = states.get(login.id)
    if (state === 'running') continue
    ctx.sshLogins.end([login.id], whyEnded(ctx, login, state))
  }
}

/** The states of the instances that logins still open, by the id of the login. */
type StatesOfLogins = [login: string, state: InstanceState][]

async function statesByKey(ctx: SshCtx, open: readonly OpenLogin[]): Promise<StatesOfLogins> {
  const logins = open.flatMap(({ id, instanceId, via }) =>
    via.kind === 'ssh_key' ? [{ id, instanceId, keyId: via.keyId }] : [],
  )
  const still = await findStillOpened(ctx.db, logins)
  const states = new Map(still.map((one) => [`${one.keyId} ${one.instanceId}`, one.state]))
  return logins.flatMap(({ id, keyId, instanceId }) => {
    const state = states.get(`${keyId} ${instanceId}`)
    return state === undefined ? [] : [[id, state]]
  })
}

async function statesByCertificate(
  ctx: SshCtx,
  open: readonly OpenLogin[],
): Promise<StatesOfLogins> {
  const found: StatesOfLogins = []
  for (const { id, instanceId, accountId, userId, via } of open) {
    if (via.kind === 'ssh_key' || via.kind === 'standing_order') continue
    if (!(await isStillActive(ctx, { accountId, userId, via }))) continue
    const state = (await findInstanceStates(ctx.db, [instanceId])).get(instanceId)
    if (state !== undefined) found.push([id, state])
  }
  return found
}

function whyEnded(
  { publicUrl }: SshCtx,
  { label }: OpenLogin,
  state: InstanceState | undefined,
): string {
  if (state === undefined) return `You no longer have access to ${label}.`
  return notRunning({ label, state, publicUrl })
}
