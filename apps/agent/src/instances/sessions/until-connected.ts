import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { HeadMissing, readHead } from '../../host/read-head.ts'
import { AgentRefused } from '../../refused.ts'
import { listenerLineOf } from './listener-lines.ts'
import { connectedText } from './socat-words.ts'

/** Longer than the program itself waits for an answer. */
const connectLimitMs = 15_000
const headerBytes = 8
const frameBytesMax = 64 * 1024

/**
 * Reads the first text of a connection, by which it reports that it is open, and leaves the rest unread.
 * @throws AgentRefused `upstream_failed` with the reason where it could not be opened
 */
export async function untilConnected(
  stream: Duplex,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const limit = createDeadline(clock, connectLimitMs, signal)
  try {
    const head = { lengthOf: frameLengthOf, signal: limit.signal }
    const first = Buffer.from(await readHead(stream, head))
    const said = first.toString('latin1', headerBytes)
    if (!said.startsWith(connectedText)) throw failureOf(said)
    putBack(stream, first)
  } catch (cause) {
    stream.destroy()
    throw cause instanceof HeadMissing ? failureOf(cause.message) : cause
  } finally {
    limit.done()
  }
}

/** Puts back what a first frame has beside its first text, as a frame of its own. */
function putBack(stream: Duplex, first: Buffer): void {
  const rest = first.subarray(connectedText.length)
  if (rest.length === headerBytes) return
  first.copy(rest, 0, 0, headerBytes)
  rest.writeUInt32BE(rest.length - headerBytes, 4)
  stream.unshift(rest)
}

function frameLengthOf(held: Buffer): number | undefined {
  if (held.length < headerBytes) return undefined
  const length = headerBytes + held.readUInt32BE(4)
  if (length > frameBytesMax) throw failureOf('too much output')
  return length > held.length ? undefined : length
}

function failureOf(said: string): AgentRefused {
  const [first = ''] = said.split('\n')
  const line = listenerLineOf(first)
  const text = line?.kind === 'error' ? line.text : first
  return new AgentRefused('upstream_failed', `The connection could not be opened: ${text}`)
}
