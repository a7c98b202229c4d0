import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createIdleTimer } from '@gridloom/async/idle-timer'
import {
  type FieldReader,
  readFields,
  replyTypes,
  requestTypes,
  SftpBroken,
  splitMessages,
  statusCodes,
  writeMessage,
} from './wire.ts'

/** A refusal of the SFTP server: its status and its words. */
export class SftpFailure extends Error {
  override readonly name = 'SftpFailure'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** An answer of the server: its type, and its fields. */
export interface SftpReply {
  readonly type: number
  readonly fields: FieldReader
}

/** Requests and answers over one stream. */
export interface SftpConnection {
  /**
   * Sends a request and resolves with its answer; waits while too many are under way, or the stream has no room.
   * @throws SftpFailure for a status other than `ok`; SftpBroken where the stream ended
   */
  request(type: number, fields: Parameters<typeof writeMessage>[2]): Promise<SftpReply>
  /** Takes the bytes that the server sends. */
  take(piece: Buffer): void
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal
  end(reason: string): void
}

/** Answers that are awaited at once; each may have 256 KiB. */
const waitingMax = 32
/** A server that is silent for this long while it is asked. */
const idleMsMax = 60_000
const protocolVersion = 3

interface Waiting {
  resolve(reply: SftpReply): void
  reject(error: Error): void
}

interface ConnectionParts {
  stream: Duplex
  clock: Pick<Clock, 'after' | 'monotonicMs'>
}

/** Begins SFTP on a stream; its bytes are passed to `take`. Requests wait for the server's first message. */
export function createSftpConnection({ stream, clock }: ConnectionParts): SftpConnection {
  const waiting = new Map<number, Waiting>()
  const ended = new AbortController()
  const greeted = Promise.withResolvers<void>()
  // @NOTE who waits for the greeting gets its failure
  greeted.promise.catch(() => {})
  const idle = createIdleTimer(clock, () => end(`silent for ${idleMsMax} ms`))
  let lastId = 0
  let turn: Promise<void> = Promise.resolve()
  let goOn = () => {}

  function end(reason: string): void {
    if (ended.signal.aborted) return
    const error = new SftpBroken(reason)
    ended.abort(error)
    idle.stop()
    greeted.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    goOn()
    stream.destroy()
  }

  function onMessage(message: Buffer): void {
    const [type = 0] = message
    if (type === replyTypes.version) {
      greeted.resolve()
      return
    }
    const fields = readFields(message, 1)
    const id = fields.number()
    const asker = waiting.get(id)
    if (asker === undefined) throw new SftpBroken('an answer that nobody waits for')
    waiting.delete(id)
    if (waiting.size === 0) idle.stop()
    else idle.touch()
    goOn()
    settle(asker, { type, fields })
  }

  /** Sends in turn, so that what is written in order arrives in order, also where it has to wait for room. */
  function request(type: number, fields: Parameters<typeof writeMessage>[2]): Promise<SftpReply> {
    const { promise, resolve, reject } = Promise.withResolvers<SftpReply>()
    turn = turn.then(async () => {
      await greeted.promise
      while (!ended.signal.aborted && (waiting.size >= waitingMax || stream.writableNeedDrain))
        await new Promise<void>((resolve) => (goOn = resolve))
      ended.signal.throwIfAborted()
      lastId = (lastId + 1) >>> 0
      waiting.set(lastId, { resolve, reject })
      idle.start(idleMsMax)
      stream.write(writeMessage(type, lastId, fields))
    })
    turn = turn.catch(reject)
    return promise
  }

  const split = splitMessages(onMessage)
  stream.on('drain', () => goOn())
  // Its end comes first: the stream closes only when our half has ended too.
  stream.once('end', () => end('the session ended'))
  stream.once('close', () => end('the session ended'))
  stream.on('error', () => end('the session broke'))
  stream.write(writeMessage(requestTypes.init, undefined, [protocolVersion]))
  idle.start(idleMsMax)
  return {
    request,
    take(piece) {
      try {
        if (!ended.signal.aborted) split(piece)
      } catch (error) {
        end(error instanceof Error ? error.message : 'no SFTP')
      }
    },
    ended: ended.signal,
    end,
  }
}

function settle({ resolve, reject }: Waiting, reply: SftpReply): void {
  const status = reply.type === replyTypes.status ? reply.fields.number() : statusCodes.ok
  if (status === statusCodes.ok) resolve(reply)
  else reject(new SftpFailure(status, reply.fields.bytes().toString()))
}
