import { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type {
  EngineLogSelection,
  ExecPiece,
  ExecSettings,
  RunningExec,
  RuntimeTerminal,
  TerminalSettings,
} from '../port.ts'
import type { FakeContainer } from './container.ts'
import { runFakeCommand } from './shell.ts'

export async function* readFakeLogs(
  container: FakeContainer,
  { follow, since, tail }: EngineLogSelection,
  signal: AbortSignal,
): AsyncIterable<LogLine> {
  const past = container.lines.filter((line) => since === undefined || line.at >= since)
  let next = container.lines.length
  yield* tail === 'all' ? past : tail === 0 ? [] : past.slice(-tail)
  while (follow) {
    while (next < container.lines.length) {
      const line = container.lines[next]
      next += 1
      if (line !== undefined) yield line
    }
    if (container.facts.state !== 'running' || signal.aborted) return
    await nextChange(container, signal)
  }
}

function nextChange(container: FakeContainer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      container.watchers.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    container.watchers.add(done)
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Runs a command of the fake and yields its output once it has ended. */
export function startFakeExec(
  container: FakeContainer,
  settings: ExecSettings,
  clock: Clock,
): RunningExec {
  const killed = new AbortController()
  const pieces: ExecPiece[] = []
  const running = runFakeCommand(settings.command, {
    stdin: settings.stdin ?? '',
    settings: container.settings,
    clock,
    signal: AbortSignal.any([container.run.signal, killed.signal]),
    write: (stream, text) => pieces.push({ stream, bytes: Buffer.from(text) }),
  }).catch(() => 137)
  async function* output() {
    await running
    yield* pieces
  }
  return {
    output: output(),
    exitCode: () => running,
    kill: async () => killed.abort(),
  }
}

/** A terminal that prints its size and echoes its input; a line `exit`, with an optional code, ends it. */
export function openFakeTerminal(
  container: FakeContainer,
  settings: TerminalSettings,
): RuntimeTerminal {
  let exitCode: number | null = null
  const stream = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _, done) => {
      stream.push(bytes)
      const exit = /(?:^|[\r\n])exit(?: (\d+))?[\r\n]/.exec(bytes.toString('utf8'))
      if (exit !== null) {
        exitCode = Number(exit[1] ?? 0)
        stream.push(null)
      }
      done()
    },
  })
  const end = () => stream.destroy()
  container.run.signal.addEventListener('abort', end, { once: true })
  stream.once('close', () => container.run.signal.removeEventListener('abort', end))
  const resize = async ({ columns, rows }: { columns: number; rows: number }) => {
    stream.push(`${columns}x${rows}\r\n`)
  }
  void resize(settings)
  return {
    stream,
    resize,
    exitCode: async () => exitCode,
    kill: async () => void stream.destroy(),
  }
}
