import type { Socket } from 'node:net'
import type { Timers } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import type { ServerChannel, Connection as SshClient } from 'ssh2'
import type { Connection } from '../../platform/agent-link/connection.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ControlPlaneCalls, SshLogin } from '../calls.ts'
import type { Lane, Machines } from '../machines.ts'
import { socketOf } from './internals.ts'

/** A user who has signed in by SSH, and what their channels use. */
export interface SshUser {
  readonly client: SshClient
  readonly login: SshLogin
  readonly socket: Socket
  readonly ids: Pick<Ids, 'mint'>
  /** Aborts when the connection ends. */
  readonly signal: AbortSignal
  /** Bytes of all channels, for the log. */
  readonly traffic: { received: number; sent: number }
  /**
   * Returns a connection to the machine of the user's instance, which is entered, and charged, with the first one.
   * @throws {NotEntered}; {Refused} `machine_offline`
   */
  reach(lane: Lane): Promise<Connection>
  /** Why the instance cannot be entered any more; `undefined` where it can. */
  whyOut(): Promise<string | undefined>
  /** Lines of authorized_keys for the SSH server inside the instance. */
  serverKeys(): Promise<readonly string[]>
  /** The channels of programs that run, which hear why the connection ends. */
  readonly sessions: Set<ServerChannel>
  /** Ends the connection after a sentence to the user. */
  end(why: string): void
}

/** OpenSSH's own exit code for a program that could not be started or was lost. */
export const failedExitCode = 255
/** A client that hears the end of the connection before it has shown a sentence does not show it any more. */
const farewellMs = 500

interface SshUserOptions extends Pick<SshUser, 'client' | 'login' | 'ids' | 'signal'> {
  clock: Timers
  machines: Machines
  control: Pick<ControlPlaneCalls, 'enterInstance' | 'sshServerKeys'>
}

export function createSshUser({ machines, control, clock, ...user }: SshUserOptions): SshUser {
  const { client, login } = user
  let entering: Promise<void> | undefined
  const whyOut = async () => {
    const entry = await control.enterInstance(login.login)
    return entry.kind === 'refused' ? entry.message : undefined
  }
  const enter = async () => {
    const why = await whyOut()
    if (why !== undefined) throw new NotEntered(why)
  }
  const sessions = new Set<ServerChannel>()
  return {
    ...user,
    whyOut,
    serverKeys: () => control.sshServerKeys(login.login),
    sessions,
    socket: socketOf(client),
    traffic: { received: 0, sent: 0 },
    end(why) {
      entering = Promise.reject(new NotEntered(why))
      // @NOTE whoever opens a channel now hears it.
      entering.catch(() => {})
      for (const channel of sessions) if (channel.writable) sayGoodbye(channel, why)
      clock.after(farewellMs, () => client.end())
    },
    async reach(lane) {
      entering ??= enter()
      await entering
      return machines.reach(login.machineId, lane)
    },
  }
}

function sayGoodbye(channel: ServerChannel, why: string): void {
  if (channel.stderr.writable) channel.stderr.write(`\r\n${why}\r\n`)
  channel.exit(failedExitCode)
  channel.end()
}

/** The instance cannot be entered; the message is a sentence to the user. */
export class NotEntered extends Error {
  override readonly name = 'NotEntered'
}

/** What a user is told about a failure. */
export function sentenceFor(error: unknown, { label }: Pick<SshLogin, 'label'>): string {
  if (error instanceof NotEntered) return error.message
  if (!(error instanceof Refused)) return `${label} cannot be reached. Try again in a moment.`
  switch (error.code) {
    case 'machine_offline':
    case 'upstream_failed':
      return `The machine of ${label} cannot be reached at the moment.`
    case 'not_found':
      return `The agent of this machine is too old for SSH. Use: gridloom shell ${label}`
    default:
      return error.message
  }
}
