import {
  type RuntimeSession,
  type SessionSettings,
  sessionLauncher,
  sessionVariable,
} from '../port.ts'
import { isRefusal } from './container-failures.ts'
import { inspectRaw } from './containers.ts'
import type { EngineApi } from './engine-api.ts'
import { ExecInspected } from './engine-shapes.ts'
import { outputOf } from './exec.ts'
import { type ExecAsk, execExitCode, makeExec, runningExec } from './exec-state.ts'
import { hangUpFromHost, signalFromHost } from './hang-up.ts'
import { hangUpInside, signalInside } from './hang-up-inside.ts'

/**
 * Keys that detach from a terminal of the engine; its own are ctrl-p and ctrl-q, which shells and editors need. It holds
 * back the first of them until the next key, so that is one which changes nothing by itself.
 */
const detachKeys = Array.from({ length: 8 }, () => 'ctrl-@,ctrl-^').join(',')

/** Starts a program in a container for one stream. */
export async function openSession(
  api: EngineApi,
  open: { name: string; settings: SessionSettings; sleep: ExecAsk['sleep']; signal: AbortSignal },
): Promise<RuntimeSession> {
  const { name, settings, sleep, signal } = open
  const { terminal, command } = settings
  const size = terminal && { ConsoleSize: [terminal.rows, terminal.columns] }
  const id = await makeExec(api, name, {
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: terminal !== undefined,
    DetachKeys: detachKeys,
    Env: [...settings.env, `${sessionVariable}=${settings.id}`],
    Cmd: command,
    ...(settings.user === 'root' ? { User: '0' } : {}),
    ...size,
  })
  const body = { Detach: false, Tty: terminal !== undefined, ...size }
  signal.throwIfAborted()
  // Without the signal: a call that is given up would leave the program running.
  const { stream, release } = await api.upgrade({ method: 'POST', path: `/exec/${id}/start`, body })
  const resize: RuntimeSession['resize'] = async ({ columns, rows }) => {
    const query = { w: columns, h: rows }
    await api.json({ method: 'POST', path: `/exec/${id}/resize`, query })
  }
  // Engines older than API 1.42 ignore the initial size.
  // @NOTE a short command may have ended already
  if (terminal !== undefined) await resize(terminal).catch(() => undefined)
  const place = { shell: command[0] ?? '/bin/sh', session: settings.id }
  return {
    stream,
    release,
    output: () => outputOf(stream),
    resize,
    signal: (kind, asking) => signalExec(api, { id, sleep, signal: asking }, { ...place, kind }),
    hangUp: (asking) => hangUpExec(api, { id, sleep, signal: asking }, place),
    exitCode: (asking) => execExitCode(api, { id, sleep, signal: asking }),
  }
}

/** Hangs up the sessions in a container that are not kept. */
export async function hangUpLeftSessions(
  api: EngineApi,
  left: { name: string; isKept: (session: string) => boolean } & Omit<ExecAsk, 'id'>,
): Promise<void> {
  const { name, isKept, ...asking } = left
  const found = await inspectRaw(api, name, asking.signal)
  const asks = (found?.ExecIDs ?? []).map((id) => ({ ...asking, id }))
  const places = await Promise.all(
    asks.map(async (ask) => ({ ask, place: await placeOf(api, ask) })),
  )
  await Promise.all(
    places.map(async ({ ask, place }) => {
      if (place !== undefined && !isKept(place.session)) await hangUpExec(api, ask, place)
    }),
  )
}

/** Returns the session of a command; `undefined` for other commands, and one that has ended and was forgotten. */
async function placeOf(api: EngineApi, { id, signal }: ExecAsk): Promise<SessionPlace | undefined> {
  try {
    const answer = await api.json({ method: 'GET', path: `/exec/${id}/json`, signal })
    const { entrypoint, arguments: words } = ExecInspected.parse(answer).ProcessConfig ?? {}
    const [, , launcher, session = ''] = words ?? []
    return launcher === sessionLauncher ? { shell: entrypoint ?? '/bin/sh', session } : undefined
  } catch (cause) {
    if (isRefusal(cause, 404)) return undefined
    throw cause
  }
}

/** A session, and the shell in its container. */
interface SessionPlace {
  shell: string
  session: string
}

async function hangUpExec(api: EngineApi, ask: ExecAsk, place: SessionPlace): Promise<void> {
  const found = await runningExec(api, ask)
  if (found === undefined) return
  if ((await hangUpFromHost(found.Pid, found.ContainerID, ask)) === 'done') return
  await hangUpInside(api, { ...place, container: found.ContainerID, signal: ask.signal })
}

async function signalExec(
  api: EngineApi,
  ask: ExecAsk,
  { kind, ...place }: SessionPlace & { kind: string },
): Promise<void> {
  const found = await runningExec(api, ask)
  if (found === undefined) return
  if ((await signalFromHost(found.Pid, found.ContainerID, kind)) === 'done') return
  await signalInside(api, { ...place, kind, container: found.ContainerID, signal: ask.signal })
}
