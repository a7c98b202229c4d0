import { Refused } from '@gridloom/contract/errors'
import { enterInstance } from '../instances/index.ts'
import type { SshCtx } from './ctx.ts'
import { notRunning } from './not-running.ts'
import { actorOf } from './sign-in.ts'

/** Whether a login enters its instance, or why not, as a sentence to the user. */
export type SshEntry = { kind: 'entered' } | { kind: 'refused'; message: string }

/** Enters the instance of a login: from then on it is charged, as with any other way in. */
export async function enterBySsh(ctx: SshCtx, id: string): Promise<SshEntry> {
  const login = ctx.sshLogins.find(id)
  if (login === undefined) return refused('This connection has ended.')
  const { instanceId, label } = login
  if (login.isAmbiguous)
    return refused(
      `Several of your instances are named ${label}. Use the instance's id as the user name, such as ${instanceId}.`,
    )
  try {
    await enterInstance({ ...ctx, actor: actorOf(login) }, instanceId)
    return { kind: 'entered' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refused(sentenceFor(error, label, ctx.publicUrl))
  }
}

function sentenceFor(error: Refused, label: string, publicUrl: string): string {
  switch (error.code) {
    case 'state_conflict':
      return notRunning({ label, publicUrl, state: String(error.details.state ?? 'not running') })
    case 'machine_offline':
      return `The machine of ${label} is offline.`
    default:
      return error.message
  }
}

function refused(message: string): SshEntry {
  return { kind: 'refused', message }
}
