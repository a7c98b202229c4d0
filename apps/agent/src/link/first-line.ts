import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { duplexRequestBytesMax, duplexRequestMs } from '@gridloom/contract/agent/call'
import { HeadMissing, readHead } from '../host/read-head.ts'
import { jsonOf } from '../json-of.ts'
import { AgentRefused } from '../refused.ts'
import type { Call } from './call.ts'

/**
 * Reads the first line of a body as JSON, and leaves the bytes after it unread.
 * @throws AgentRefused `invalid_input` if it is over 256 KiB, is late, has no end or is not JSON
 */
export async function readFirstLine(
  { stream, signal }: Pick<Call, 'stream' | 'signal'>,
  clock: Clock,
): Promise<unknown> {
  const limit = createDeadline(clock, duplexRequestMs, signal)
  try {
    const line = await readHead(stream, { lengthOf: lineLengthOf, signal: limit.signal })
    const value = jsonOf(line.toString())
    if (value === undefined) throw refusal('is not valid JSON')
    return value
  } catch (cause) {
    if (!(cause instanceof HeadMissing)) throw cause
    throw refusal(cause.why === 'late' ? 'did not arrive in time' : 'has no end')
  } finally {
    limit.done()
  }
}

function lineLengthOf(held: Buffer): number | undefined {
  const length = held.indexOf('\n') + 1
  if ((length || held.length) > duplexRequestBytesMax) throw refusal('is too large')
  return length === 0 ? undefined : length
}

function refusal(what: string): AgentRefused {
  return new AgentRefused('invalid_input', `The first line, which is the request, ${what}.`)
}
