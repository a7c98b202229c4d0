import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** An agent in a process of its own, as on a machine without Blender. */
export interface AgentProcess extends AsyncDisposable {
  readonly pid: number
  /** Returns everything it has written so far, to both outputs. */
  said(): string
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void
  /** The exit code, or `null` where a signal ended it. */
  ended: Promise<number | null>
}

/** The inputs of the process besides its command line. */
interface Given {
  token?: string
  /** Text on its standard input. */
  input?: string
}

export function spawnAgent(argv: readonly string[], { token, input }: Given = {}): AgentProcess {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [main, ...argv], {
    env: {
      PATH: process.env.PATH,
      GRIDLOOM_BLENDER: '/nowhere/blender',
      ...(token === undefined ? {} : { GRIDLOOM_ENROLMENT_TOKEN: token }),
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return {
    pid: child.pid ?? 0,
    said: () => said,
    kill: (signal) => void child.kill(signal),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
