import { constants, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { ownConnection } from '@gridloom/contract/agent/protocol'
import type { Call } from './call.ts'

const rawBytes = { 'content-type': 'application/octet-stream' }

/** The answer to a call that carries raw bytes both ways. */
export interface RawStream {
  stream: Duplex
  headers: Record<string, string>
  /** Called with bytes of the stream that were sent, whose memory may be used again. */
  release?: ((bytes: Uint8Array) => void) | undefined
  /** Called after the last byte. */
  trailers?: () => Promise<Record<string, string>>
  /** Ends the stream where its reader broke off; by default as where both had ended. */
  breakOff?: () => void
  /** `ignored`: the end of the request's body does not end the input of the stream, as with a terminal. */
  inputEnd?: 'ends' | 'ignored'
  /**
   * Bytes that mean nothing between two pieces of the stream: they show that the other end is there. Only an answer that
   * has them can have a connection of its own.
   */
  idle?: Buffer | undefined
}

/**
 * Carries bytes both ways until both sides ended. Each direction ends on its own (a half-closed TCP connection still
 * answers), and input that nothing reads any more is dropped. When one side breaks, the other is torn down.
 */
export async function joinBytes(call: Call, answer: RawStream, own?: Duplex): Promise<void> {
  const { stream: inside, headers, trailers, breakOff, inputEnd = 'ends' } = answer
  if (call.stream.destroyed) {
    inside.destroy()
    own?.destroy()
    return
  }
  const { stream } = call
  const waitForTrailers = trailers !== undefined
  const carried = own === undefined ? {} : { [ownConnection.carried]: 'own' }
  stream.respond({ ':status': 200, ...rawBytes, ...headers, ...carried }, { waitForTrailers })
  // Unless trailers are sent here, the stream stays open.
  stream.once('wantTrailers', () => void sendTrailers(call, trailers))
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  // The side that breaks also closes, which is handled below.
  inside.on('error', () => undefined)
  inside.once('close', () => endAfter(call, answer))
  const outside = own ?? stream
  outside.pipe(inside, { end: inputEnd === 'ends' })
  sendAll(outside, answer)
  if (own !== undefined) endWith(own, call)
  await closed
  own?.destroy()
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) breakOff?.()
  inside.destroy()
}

/** Sends what comes from the stream inside, at the pace of the reader: a pipe that reports what was sent. */
function sendAll(outside: Duplex, { stream: inside, release }: RawStream): void {
  inside.on('data', (bytes: Buffer) => {
    const sent = release && ((cause?: Error | null) => void (cause || release(bytes)))
    if (!outside.write(bytes, sent)) inside.pause()
  })
  outside.on('drain', () => inside.resume())
  inside.once('end', () => outside.end())
}

/** Ends a call with its own connection: well once all was sent on it, else by a reset. */
function endWith(own: Duplex, { stream }: Call): void {
  // The call still reads its stream: nothing but its end comes there.
  stream.resume()
  own.once('finish', () => stream.end())
  own.on('error', () => undefined)
  own.once('close', () => {
    if (!own.writableFinished) stream.destroy(new Error('the connection of the call broke'))
  })
}

/** Ends a call whose stream inside has closed: well where that has ended, else by a reset. */
function endAfter({ stream }: Call, { stream: inside, trailers }: RawStream): void {
  if (stream.destroyed) return
  stream.unpipe(inside)
  if (!inside.readableEnded) {
    stream.destroy(new Error('the stream inside broke'))
    return
  }
  // What still arrives is dropped. A stream with trailers is left to its caller to end, as a reset could overtake them.
  if (trailers === undefined) endUnread(stream)
  else stream.resume()
}

async function sendTrailers({ stream }: Call, trailers: RawStream['trailers']): Promise<void> {
  // @NOTE an exit code that cannot be read is omitted; the stream has to end all the same
  const found = await trailers?.().catch(() => ({}))
  if (!stream.destroyed) stream.sendTrailers(found ?? {})
}

/**
 * Closes a stream that was answered before the last byte of its body: the rest is not wanted (RFC 9113, section 8.1).
 */
export function endUnread(stream: ServerHttp2Stream): void {
  if (stream.readableEnded || stream.destroyed) return
  // What has arrived is dropped: the stream would be kept for somebody to read it.
  stream.resume()
  const close = () => stream.close(constants.NGHTTP2_NO_ERROR)
  if (stream.writableFinished) close()
  else stream.once('finish', close)
}
