import type { Duplex } from 'node:stream'
import type { ExecSettings, RunningExec, RuntimeTerminal, TerminalSettings } from '../port.ts'
import type { EngineApi } from './engine-api.ts'
import { type ExecAsk, execExitCode, killExec, makeExec } from './exec-state.ts'
import { type Frame, readLogFrames } from './log-frames.ts'

/** Runs a command inside a container without a terminal. */
export async function startExec(
  api: EngineApi,
  run: { name: string; settings: ExecSettings; sleep: ExecAsk['sleep']; signal: AbortSignal },
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
  const { stream } = await api.upgrade({ method: 'POST', path: `/exec/${id}/start`, body, signal })
  if (settings.stdin !== undefined) stream.end(settings.stdin)
  return {
    output: outputOf(stream),
    exitCode: (asking) => execExitCode(api, { id, sleep, signal: asking }),
    kill: async (asking) => {
      await killExec(api, { id, sleep, signal: asking })
      stream.destroy()
    },
  }
}

/** Starts a command on a terminal of its own. It outlives the connection; `kill` ends it. */
export async function startTerminal(
  api: EngineApi,
  open: { name: string; settings: TerminalSettings; sleep: ExecAsk['sleep'] },
): Promise<RuntimeTerminal> {
  const { name, settings, sleep } = open
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
  const { stream } = await api.upgrade({ method: 'POST', path: `/exec/${id}/start`, body })
  const resize: RuntimeTerminal['resize'] = async ({ columns, rows }) => {
    const query = { w: columns, h: rows }
    await api.json({ method: 'POST', path: `/exec/${id}/resize`, query })
  }
  // Engines older than API 1.42 ignore the initial size.
  await resize(settings)
  return {
    stream,
    resize,
    exitCode: (signal) => execExitCode(api, { id, sleep, signal }),
    kill: (signal) => killExec(api, { id, sleep, signal }),
  }
}

/** Yields the outputs of a command; a stream that was closed here ends. */
export async function* outputOf(stream: Duplex): AsyncIterable<Frame> {
  try {
    yield* readLogFrames(stream)
  } catch (cause) {
    // @NOTE a killed command leaves a broken stream; its exit code shows the reason
    if (!stream.destroyed) throw cause
  } finally {
    stream.destroy()
  }
}
