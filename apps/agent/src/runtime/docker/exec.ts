import type { Duplex } from 'node:stream'
import type { ExecSettings, RunningExec, RuntimeTerminal, TerminalSettings } from '../port.ts'
import type { EngineApi } from './engine-api.ts'
import { ExecInspected, ExecMade } from './engine-shapes.ts'
import { killFromHost } from './kill-process.ts'
import { type Frame, readFrames } from './log-frames.ts'

/** How often, and how far apart, an exit code is asked for once the output has ended. */
const exitAsks = { times: 40, everyMs: 25 }

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Runs a command inside a container without a terminal. */
export async function startExec(
  api: EngineApi,
  run: { name: string; settings: ExecSettings; sleep: Sleep; signal: AbortSignal },
): Promise<RunningExec> {
  const { name, settings, sleep, signal } = run
  const id = await makeExec(api, name, {
    AttachStdin: settings.stdin !== undefined,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Cmd: settings.command,
  })
  const body = { Detach: false, Tty: false }
  const stream = await api.upgrade({ method: 'POST', path: `/exec/${id}/start`, body, signal })
  if (settings.stdin !== undefined) stream.end(settings.stdin)
  return {
    output: outputOf(stream),
    exitCode: (asking) => exitCodeOf(api, { id, sleep, signal: asking }),
    kill: async (asking) => {
      await killExec(api, id, asking)
      stream.destroy()
    },
  }
}

/** A command on a terminal of its own. It outlives the connection; `kill` ends it. */
export async function startTerminal(
  api: EngineApi,
  name: string,
  settings: TerminalSettings,
): Promise<RuntimeTerminal> {
  const id = await makeExec(api, name, {
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: true,
    Env: settings.env,
    Cmd: settings.command,
    ConsoleSize: [settings.rows, settings.columns],
  })
  const body = { Detach: false, Tty: true, ConsoleSize: [settings.rows, settings.columns] }
  const stream = await api.upgrade({ method: 'POST', path: `/exec/${id}/start`, body })
  const resize: RuntimeTerminal['resize'] = async ({ columns, rows }) => {
    const query = { w: columns, h: rows }
    await api.json({ method: 'POST', path: `/exec/${id}/resize`, query })
  }
  // Engines older than API 1.42 take no first size.
  await resize(settings)
  return { stream, resize, kill: (signal) => killExec(api, id, signal) }
}

async function makeExec(api: EngineApi, name: string, body: unknown): Promise<string> {
  const made = await api.json({ method: 'POST', path: `/containers/${name}/exec`, body })
  return ExecMade.parse(made).Id
}

async function* outputOf(stream: Duplex): AsyncIterable<Frame> {
  try {
    yield* readFrames(stream)
  } catch (cause) {
    // @NOTE a command that was killed leaves a torn stream; its exit code tells what happened
    if (!stream.destroyed) throw cause
  } finally {
    stream.destroy()
  }
}

async function exitCodeOf(
  api: EngineApi,
  ask: { id: string; sleep: Sleep; signal: AbortSignal },
): Promise<number | null> {
  for (let asked = 0; asked < exitAsks.times; asked += 1) {
    const found = await inspectExec(api, ask.id, ask.signal)
    if (!found.Running) return found.ExitCode
    await ask.sleep(exitAsks.everyMs, ask.signal)
  }
  return null
}

async function killExec(api: EngineApi, id: string, signal: AbortSignal): Promise<void> {
  const found = await inspectExec(api, id, signal)
  if (!found.Running || !found.Pid) return
  const inner = await killFromHost(found.Pid, found.ContainerID)
  if (inner === undefined) return
  const command = ['/bin/sh', '-c', 'kill -KILL -- "-$1"', 'gridloom-kill', String(inner)]
  const made = await makeExec(api, found.ContainerID, { Cmd: command })
  const body = { Detach: true }
  await api.json({ method: 'POST', path: `/exec/${made}/start`, body, signal })
}

async function inspectExec(api: EngineApi, id: string, signal: AbortSignal) {
  return ExecInspected.parse(await api.json({ method: 'GET', path: `/exec/${id}/json`, signal }))
}
