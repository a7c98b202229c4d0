import type { InstanceListenerId } from '@gridloom/contract/core/ids'
import { openAgentChannel } from './internals.ts'
import { listenInside } from './listen-inside.ts'
import type { SshUser } from './ssh-user.ts'

/**
 * Serves `ssh -A`: a socket inside the instance that leads to the SSH agent of the user's computer. A program runs
 * without where that fails, as it does with OpenSSH.
 */
export async function forwardAgent(user: SshUser): Promise<InstanceListenerId | null> {
  const open = () => openAgentChannel(user.client)
  const listener = await listenInside(user, { kind: 'ssh_agent' }, open).catch(() => null)
  return listener?.id ?? null
}
