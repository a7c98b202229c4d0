import { UpstreamBroken } from './upstream-broken.ts'

/** Receives a response as it arrives. */
export interface ResponseListener {
  onHead(status: number): void
  onBody(bytes: Uint8Array): void
  /** `kept`: the connection can be used again. */
  onEnd(connection: 'kept' | 'used_up'): void
}

/** The most that is buffered: a head, the line of a chunk's size, trailers. Node's own client has the same bound. */
export const headBytesMax = 16 * 1024

type State = 'head' | 'length' | 'until_close' | 'size' | 'chunk' | 'gap' | 'trailers' | 'over'

const nothing = Buffer.alloc(0)

/**
 * Parses one HTTP/1.1 response, wherever the network splits it. Source: RFC 9112, sections 4, 6 and 7. Both `push` and
 * `close` throw {@link UpstreamBroken}.
 */
export class ResponseReader {
  readonly #listener: ResponseListener
  #state: State = 'head'
  #held: Buffer = nothing
  /** Bytes left of the body, or of the chunk. */
  #left = 0
  #trailerBytes = 0
  #mayStay = false

  constructor(listener: ResponseListener) {
    this.#listener = listener
  }

  push(bytes: Buffer): void {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = nothing
    while (rest.length > 0 && this.#state !== 'over') {
      const used = this.#step(rest)
      if (used === 0) {
        this.#hold(rest)
        return
      }
      rest = rest.subarray(used)
    }
    // Bytes after the end belong to no request.
    if (this.#state === 'over')
      this.#listener.onEnd(this.#mayStay && rest.length === 0 ? 'kept' : 'used_up')
  }

  /** Handles the end of the connection. */
  close(): void {
    if (this.#state !== 'until_close') throw new UpstreamBroken('The engine closed the connection.')
    this.#state = 'over'
    this.#listener.onEnd('used_up')
  }

  #hold(rest: Buffer): void {
    if (rest.length > headBytesMax)
      throw new UpstreamBroken('The response header of the engine is too long.')
    this.#held = rest
  }

  /** Returns how many bytes were consumed; 0 if more have to come. */
  #step(bytes: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#head(bytes)
      case 'size':
        return this.#size(bytes)
      case 'gap':
        return this.#gap(bytes)
      case 'trailers':
        return this.#trailer(bytes)
      case 'until_close':
        this.#listener.onBody(bytes)
        return bytes.length
      default:
        return this.#body(bytes)
    }
  }

  #head(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) return 0
    const head = headOf(bytes.toString('latin1', 0, end))
    // Skips an interim response: the final one is still to come (RFC 9110, section 15.2).
    if (head.status < 200) return end + 4
    this.#mayStay = head.mayStay
    this.#left = head.length ?? 0
    this.#state = stateAfter(head)
    this.#listener.onHead(head.status)
    return end + 4
  }

  #body(bytes: Buffer): number {
    const used = Math.min(this.#left, bytes.length)
    this.#listener.onBody(used === bytes.length ? bytes : bytes.subarray(0, used))
    this.#left -= used
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'gap' : 'over'
    return used
  }

  #size(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n')
    if (end === -1) return 0
    const [, digits] = chunkSize.exec(bytes.toString('latin1', 0, end)) ?? []
    if (digits === undefined) throw badlyFramed()
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left === 0 ? 'trailers' : 'chunk'
    return end + 2
  }

  #gap(bytes: Buffer): number {
    if (bytes.length < 2) return 0
    if (bytes[0] !== 13 || bytes[1] !== 10) throw badlyFramed()
    this.#state = 'size'
    return 2
  }

  #trailer(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n')
    if (end === -1) return 0
    this.#trailerBytes += end
    if (this.#trailerBytes > headBytesMax) throw badlyFramed()
    if (end === 0) this.#state = 'over'
    return end + 2
  }
}

/** A size with an optional extension, which is ignored (RFC 9112, section 7.1.1). */
const chunkSize = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i

interface Head {
  status: number
  /** `undefined` if it is not given. */
  length: number | undefined
  isChunked: boolean
  mayStay: boolean
}

function stateAfter({ status, length, isChunked }: Head): State {
  if (status === 204 || status === 304) return 'over'
  if (isChunked) return 'size'
  if (length === undefined) return 'until_close'
  return length === 0 ? 'over' : 'length'
}

function headOf(text: string): Head {
  const [first = '', ...fields] = text.split('\r\n')
  const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? []
  if (status === undefined) throw new UpstreamBroken('The engine does not respond with HTTP.')
  const head: Head = {
    status: Number(status),
    length: undefined,
    isChunked: false,
    mayStay: minor === '1',
  }
  for (const field of fields) {
    if (!needed.has(field.charAt(0))) continue
    const colon = field.indexOf(':')
    readField(head, field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim())
  }
  // Two statements of the length may disagree (RFC 9112, section 6.3): the connection is not reused.
  if (head.isChunked && head.length !== undefined) head.mayStay = false
  return head
}

/** The first letters of the fields below: the others of an answer are not even cut out. */
const needed: ReadonlySet<string> = new Set('cCtT')

function readField(head: Head, name: string, value: string): void {
  switch (name) {
    case 'content-length': {
      const length = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (!Number.isSafeInteger(length) || (head.length ?? length) !== length) throw badlyFramed()
      head.length = length
      return
    }
    case 'transfer-encoding':
      if (value.toLowerCase() !== 'chunked') throw badlyFramed()
      head.isChunked = true
      return
    case 'connection':
      if (/\bclose\b/i.test(value)) head.mayStay = false
      else if (/\bkeep-alive\b/i.test(value)) head.mayStay = true
      return
    default:
  }
}

function badlyFramed(): UpstreamBroken {
  return new UpstreamBroken('The engine sent an invalid HTTP response.')
}
