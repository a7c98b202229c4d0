import { createDeadline } from '@gridloom/async/deadline'
import { TextLines } from '@gridloom/async/text-lines'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import { AgentRefused } from '../../refused.ts'
import type { DialledSession, ExecPiece, RuntimeSession } from '../../runtime/port.ts'
import type { SessionContext } from './context.ts'
import { listenerLineOf } from './listener-lines.ts'
import type { ProgramStart, Programs } from './programs.ts'

const beginLimitMs = 10_000
/** A program whose connection has closed ends by itself; one that does not is hung up. */
const endLimitMs = 2_000
const lineCharsMax = 500

/** A program for a stream of many bytes, behind a socat that says where it listens (`acceptingSocat`). */
export type DirectStart = Omit<ProgramStart, 'terminal'>

/**
 * Starts a program whose input and output are a connection to the container. The engine's own stream passes two of its
 * processes, which take 7 s of processor time for a GiB (docs/decisions/0194). The program waits for one connection,
 * which whoever is inside the instance could take as well: the session then fails.
 * @throws AgentRefused `upstream_failed` where it cannot be connected to
 */
export async function startDirect(
  context: SessionContext,
  programs: Pick<Programs, 'start'>,
  start: DirectStart,
): Promise<DialledSession & Pick<RuntimeSession, 'exitCode'>> {
  const { clock, runtime } = context
  const program = await programs.start({ ...start, terminal: undefined })
  const limit = createDeadline(clock, beginLimitMs, start.signal)
  const giveUp = () => void program.stream.destroy()
  limit.signal.addEventListener('abort', giveUp, { once: true })
  try {
    const pieces = program.output()[Symbol.asyncIterator]()
    const port = await portIn(pieces)
    const { container } = start.record
    const connection = await runtime.dialFramed(container, port, limit.signal)
    void drain(pieces)
    const ended = new Promise((resolve) => program.stream.once('close', resolve))
    connection.stream.once('close', async () => {
      await waitAtMost(clock, { ms: endLimitMs }, ended)
      program.stream.destroy()
    })
    return { ...connection, exitCode: program.exitCode }
  } catch (cause) {
    program.stream.destroy()
    throw cause instanceof AgentRefused ? cause : notConnected(cause)
  } finally {
    limit.signal.removeEventListener('abort', giveUp)
    limit.done()
  }
}

/** Reads where socat listens. */
async function portIn(pieces: AsyncIterator<ExecPiece>): Promise<number> {
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  for (;;) {
    const next = await pieces.next()
    if (next.done === true) throw notConnected(undefined)
    for (const text of lines.add(next.value.bytes.toString('latin1'))) {
      const line = listenerLineOf(text)
      if (line?.kind === 'error') throw notConnected(new Error(line.text))
      if (line?.kind === 'listening' && line.port !== null) return line.port
    }
  }
}

/** Reads on, so that what the program says on its standard error does not stop it. */
async function drain(pieces: AsyncIterator<ExecPiece>): Promise<void> {
  try {
    while ((await pieces.next()).done !== true);
  } catch {
    // @NOTE the engine is gone, and with it the connection
  }
}

function notConnected(cause: unknown): AgentRefused {
  const text = 'The program in the instance could not be connected to.'
  return new AgentRefused('upstream_failed', text, { cause })
}
