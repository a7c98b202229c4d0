import type { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { duplexRequestBytesMax, duplexRequestMs } from '@gridloom/contract/agent/call'
import { jsonOf } from '../json-of.ts'
import { AgentRefused } from '../refused.ts'
import type { Call } from './call.ts'

const newline = 10

/**
 * Reads the first line of a body as JSON, and leaves the bytes after it unread.
 * @throws AgentRefused `invalid_input` if it is over 256 KiB, is late, has no end or is not JSON
 */
export async function readFirstLine(call: Pick<Call, 'stream' | 'signal'>, clock: Clock) {
  const limit = createDeadline(clock, duplexRequestMs, call.signal)
  try {
    const line = await firstLineOf(call.stream, limit.signal)
    const value = jsonOf(line.toString())
    if (value === undefined) throw refusal('is not valid JSON')
    return value
  } finally {
    limit.done()
  }
}

function firstLineOf(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const held: Buffer[] = []
  let bytes = 0

  function take(): void {
    for (let part = asBytes(stream.read()); part !== null; part = asBytes(stream.read())) {
      const end = part.indexOf(newline)
      const line = end === -1 ? part : part.subarray(0, end)
      bytes += line.length
      if (bytes > duplexRequestBytesMax) {
        reject(refusal('is too large'))
        return
      }
      held.push(line)
      if (end === -1) continue
      // In the same turn, before the stream can report its end.
      const rest = part.subarray(end + 1)
      if (rest.length > 0) stream.unshift(rest)
      resolve(Buffer.concat(held))
      return
    }
  }

  const cutOff = () => reject(refusal('has no end'))
  const late = () => reject(refusal('did not arrive in time'))
  stream.on('readable', take).once('end', cutOff).once('close', cutOff)
  signal.addEventListener('abort', late, { once: true })
  if (signal.aborted) late()
  return promise.finally(() => {
    stream.off('readable', take).off('end', cutOff).off('close', cutOff)
    signal.removeEventListener('abort', late)
  })
}

function refusal(what: string): AgentRefused {
  return new AgentRefused('invalid_input', `The first line, which is the request, ${what}.`)
}

/** Named cast: a stream without an encoding set gives buffers. */
function asBytes(part: unknown): Buffer | null {
  return part as Buffer | null
}
