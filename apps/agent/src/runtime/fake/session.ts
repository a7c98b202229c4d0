import { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import type { RuntimeSession, SessionSettings } from '../port.ts'
import type { FakeContainer } from './container.ts'
import { openFakeTerminal, startFakeExec } from './streams.ts'

const streamNumbers = { stdout: 1, stderr: 2 } as const

/**
 * A terminal as that of the fake, or one command, the last argument, which runs once its input has ended. Signals end it.
 */
export function openFakeSession(
  container: FakeContainer,
  { command, env, terminal }: SessionSettings,
  clock: Clock,
): RuntimeSession {
  if (terminal !== undefined) {
    const opened = openFakeTerminal(container, { command, env, ...terminal })
    const kill = () => opened.kill(AbortSignal.abort())
    return { ...opened, output: noOutput, signal: kill, hangUp: kill }
  }
  const input: Buffer[] = []
  let end: () => Promise<void> = async () => undefined
  let exitCode: Promise<number | null> = Promise.resolve(null)
  const stream = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _, done) => {
      input.push(bytes)
      done()
    },
    final: (done) => {
      const settings = { command: ['sh', '-c', command.at(-1) ?? ''], stdin: textOf(input) }
      const { output, ...running } = startFakeExec(container, settings, clock)
      const kill = () => running.kill(AbortSignal.abort())
      end = kill
      exitCode = running.exitCode(AbortSignal.abort())
      void pushFrames(stream, output)
      done()
    },
  })
  end = async () => void stream.destroy()
  return {
    stream,
    output: noOutput,
    resize: async () => undefined,
    signal: () => end(),
    hangUp: () => end(),
    exitCode: () => exitCode,
  }
}

/** The fake has no programs that listen. */
async function* noOutput(): AsyncGenerator<never> {}

async function pushFrames(
  stream: Duplex,
  output: AsyncIterable<{ stream: 'stdout' | 'stderr'; bytes: Buffer }>,
): Promise<void> {
  for await (const { stream: kind, bytes } of output) {
    const header = Buffer.alloc(8)
    header[0] = streamNumbers[kind]
    header.writeUInt32BE(bytes.length, 4)
    stream.push(Buffer.concat([header, bytes]))
  }
  stream.push(null)
}

function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8')
}
