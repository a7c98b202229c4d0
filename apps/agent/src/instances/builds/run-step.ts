import type { Clock } from '@gridloom/async/clock'
import { TextLines } from '@gridloom/async/text-lines'
import type { ContainerRuntime, ExecPiece, ExecSettings } from '../../runtime/port.ts'

/** What a failure is explained with; the rest of the output is dropped. */
const keptLines = 500
const lineCharsMax = 2_000
const killLimitMs = 10_000

/**
 * The script comes by standard input: arguments and variables of a container's programs can be read on the machine, and
 * a proxy may have a password. Its programs get no input.
 */
const evaluate = 'script=$(cat); exec </dev/null; eval "$script"'

/** Where a script runs. */
export interface ScriptPlace {
  runtime: Pick<ContainerRuntime, 'exec'>
  clock: Pick<Clock, 'timeout'>
  container: string
  signal: AbortSignal
}

/** The end of a script: its exit code, `null` where the engine does not have it, and its last lines. */
export interface ScriptEnd {
  exitCode: number | null
  lines: readonly string[]
}

/** Runs a shell script in a container to its end, with both outputs read as one. */
export function runScript(
  run: ScriptPlace & { script: string; onLine: (line: string) => void },
): Promise<ScriptEnd> {
  return runToEnd(run, { command: ['/bin/sh', '-c', evaluate], stdin: run.script }, run.onLine)
}

/** Writes a file into a container, in place of what is there. Its folders are made. */
export function writeFile(
  place: ScriptPlace,
  { path, content, mode = '0644' }: { path: string; content: string; mode?: string },
): Promise<ScriptEnd> {
  const command = ['/bin/sh', '-c', writing, 'sh', path, mode]
  return runToEnd(place, { command, stdin: content }, () => undefined)
}

/** A link in the place of the file is replaced, not followed. */
const writing = `set -eu
mkdir -p "$(dirname "$1")"
[ ! -L "$1" ] || rm -f "$1"
cat >"$1"
chmod "$2" "$1"`

async function runToEnd(
  { runtime, clock, container, signal }: ScriptPlace,
  settings: ExecSettings,
  onLine: (line: string) => void,
): Promise<ScriptEnd> {
  const running = await runtime.exec(container, settings, signal)
  // @NOTE the container is removed next, with all that runs in it
  const abandon = () => void running.kill(clock.timeout(killLimitMs)).catch(() => undefined)
  signal.addEventListener('abort', abandon, { once: true })
  const lines: string[] = []
  try {
    for await (const line of linesOf(running.output)) {
      onLine(line)
      if (isProgress(line)) continue
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
    }
    signal.throwIfAborted()
    return { exitCode: await running.exitCode(signal), lines }
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}

/** Lines of apt for programs: there are thousands of them, and errors are other lines. */
function isProgress(line: string): boolean {
  return line.startsWith('pmstatus:') || line.startsWith('dlstatus:')
}

async function* linesOf(output: AsyncIterable<ExecPiece>): AsyncIterable<string> {
  const make = () => ({
    decoder: new TextDecoder(),
    lines: new TextLines({ charsMax: lineCharsMax, tooLong: 'cut' }),
  })
  const streams = { stdout: make(), stderr: make() }
  for await (const { stream, bytes } of output) {
    const { decoder, lines } = streams[stream]
    yield* lines.add(decoder.decode(bytes, { stream: true }))
  }
  for (const { lines } of Object.values(streams)) if (lines.rest() !== '') yield lines.rest()
}
