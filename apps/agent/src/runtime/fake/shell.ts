import type { Clock } from '@gridloom/async/clock'
import type { ContainerSettings } from '../port.ts'

/** Input and output of a command of the fake. */
export interface FakeIo {
  settings: Pick<ContainerSettings, 'hostname' | 'workdir' | 'user'>
  stdin: string
  write(stream: 'stdout' | 'stderr', text: string): void
  clock: Clock
  signal: AbortSignal
}

/**
 * Runs one of a few commands, as a container would: `echo`, `cat`, `true`, `false`, `sleep`, `exit`, `pwd`, `hostname`,
 * `id`, which prints the user alone, and `sh -c` with lines of these. Returns the exit code; 127 for any other command.
 */
export async function runFakeCommand(command: readonly string[], io: FakeIo): Promise<number> {
  const [program = '', ...words] = command
  switch (program.replace(/^.*\//, '')) {
    case 'sh':
      return runFakeScript(words[words.indexOf('-c') + 1] ?? '', io)
    case 'echo':
      io.write('stdout', `${words.join(' ')}\n`)
      return 0
    case 'cat':
      io.write('stdout', io.stdin)
      return 0
    case 'pwd':
      io.write('stdout', `${io.settings.workdir ?? '/'}\n`)
      return 0
    case 'hostname':
      io.write('stdout', `${io.settings.hostname}\n`)
      return 0
    case 'id':
      io.write('stdout', `${io.settings.user?.split(':')[0] ?? '0'}\n`)
      return 0
    case 'true':
      return 0
    case 'false':
      return 1
    case 'sleep':
      await io.clock.sleep(Number(words[0] ?? 0) * 1000, io.signal)
      return 0
    default:
      io.write('stderr', `${program}: not found\n`)
      return 127
  }
}

/** Runs lines until an `exit`; the exit code of the last one is the script's. */
export async function runFakeScript(script: string, io: FakeIo): Promise<number> {
  let exitCode = 0
  for (const line of script.split(/[\n;]/)) {
    const words = line.trim().split(/\s+/)
    if (words[0] === '' || words[0]?.startsWith('#')) continue
    if (words[0] === 'exit') return Number(words[1] ?? exitCode)
    const isError = words.at(-1) === '>&2'
    const target: FakeIo = isError ? { ...io, write: (_, text) => io.write('stderr', text) } : io
    exitCode = await runFakeCommand(isError ? words.slice(0, -1) : words, target)
  }
  return exitCode
}
