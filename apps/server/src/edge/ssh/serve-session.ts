import {
  type SessionRequest,
  SessionSignal,
  sessionCalls,
} from '@gridloom/contract/agent/session-calls'
import type { PseudoTtyInfo, ServerChannel, Session } from 'ssh2'
import { callAgent } from '../../platform/agent-link/calls.ts'
import { createEnvironment } from './environment.ts'
import { forwardAgent } from './forward-agent.ts'
import type { RemoteForwards } from './remote-forwards.ts'
import { runProgram } from './run-program.ts'
import type { SshUser } from './ssh-user.ts'

const controlTimeoutMs = 5_000

/**
 * Serves a session channel: collects what the client asks for (a terminal, variables, agent forwarding), then runs one
 * program. As with sshd, the program finds every port that the client asked for before it (`ssh -R`).
 */
export function serveSession(
  user: SshUser,
  session: Session,
  forwards: Pick<RemoteForwards, 'answered'>,
): void {
  const environment = createEnvironment()
  const params = { id: user.login.instanceId, session: user.ids.mint('instanceSession') }
  const calling = { params, signal: user.signal, timeoutMs: controlTimeoutMs }
  let terminal: SessionRequest['terminal'] = null
  let forwardsAgent = false

  session.on('pty', (accept, _reject, info) => {
    terminal = terminalOf(info)
    accept?.()
  })
  session.on('env', (accept, reject, { key, val }) => {
    if (environment.add(key, val)) accept?.()
    else reject?.()
  })
  session.on('auth-agent', (accept) => {
    forwardsAgent = true
    accept?.()
  })
  session.on('window-change', async (accept, _reject, info) => {
    accept?.()
    const wire = await user.reach('terminals').catch(() => undefined)
    if (wire === undefined) return
    // @NOTE a lost resize shows as a wrong width until the next one.
    await callAgent(wire, sessionCalls.resize, { ...calling, body: sizeOf(info) }).catch(() => {})
  })
  session.on('signal', async (accept, reject, { name }) => {
    const signal = SessionSignal.safeParse(name)
    if (!signal.success) return reject?.()
    accept?.()
    const wire = await user.reach('terminals').catch(() => undefined)
    if (wire === undefined) return
    // @NOTE a program that has just ended cannot be signalled.
    await callAgent(wire, sessionCalls.signal, { ...calling, body: { signal: signal.data } }).catch(
      () => {},
    )
  })

  const run = async (program: SessionRequest['program'], channel: ServerChannel) => {
    await forwards.answered()
    const agent = forwardsAgent ? await forwardAgent(user) : null
    const request = {
      program,
      terminal,
      environment: environment.entries(),
      agent_forwarding: agent,
    }
    await runProgram(user, { channel, params, request })
  }
  session.on('shell', (accept) => void run({ kind: 'shell' }, accept()))
  session.on(
    'exec',
    (accept, _reject, { command }) => void run({ kind: 'command', command }, accept()),
  )
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') void run({ kind: 'subsystem', name }, accept())
    else reject()
  })
}

function terminalOf(info: PseudoTtyInfo): NonNullable<SessionRequest['terminal']> {
  const type = /^[\w.+-]{1,64}$/.test(info.term) ? info.term : 'xterm'
  return { type, ...sizeOf(info) }
}

/** A client without a window says zero. */
function sizeOf({ cols, rows }: { cols: number; rows: number }): { columns: number; rows: number } {
  return { columns: within(cols, 80), rows: within(rows, 24) }
}

function within(size: number, otherwise: number): number {
  return size === 0 ? otherwise : Math.min(size, 1_000)
}
