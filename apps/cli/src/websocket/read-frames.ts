/** What a server sends, in order. */
export interface FrameEvents {
  /** A part of a binary message: they are one stream of bytes, whose frames mean nothing. */
  bytes(part: Buffer): void
  text(text: string): void
  ping(payload: Buffer): void
  closed(code: number, reason: string): void
}

/** The server broke the protocol (RFC 6455): nothing after that can be read. */
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame'
}

export const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
const headerBytesMax = 10
const controlBytesMax = 125
/** Text is control messages of ours. */
const textBytesMax = 1024 * 1024
const noStatus = 1005

interface Frame {
  opcode: number
  isFinal: boolean
  bytes: number
}

/**
 * Returns a function that takes what a server sends, in any pieces. Parts of binary messages are passed on as they
 * arrive, without being copied or collected: `ws` copies each message that did not arrive in one piece.
 */
export function readFrames(events: FrameEvents): (piece: Buffer) => void {
  const header = Buffer.alloc(headerBytesMax)
  let headerRead = 0
  let frame: Frame | undefined
  let left = 0
  /** The kind of the message whose frames have not all come. */
  let message: number | undefined
  let text: Buffer[] = []
  let textBytes = 0
  let control: Buffer[] = []

  function begin(next: Frame): void {
    const { opcode, isFinal, bytes } = next
    const isControl = opcode >= opcodes.close
    if (isControl && (!isFinal || bytes > controlBytesMax)) throw new BrokenFrame('a large control')
    if (!isControl && (opcode === opcodes.more) === (message === undefined))
      throw new BrokenFrame('a message within another')
    if (!isControl && opcode !== opcodes.more) message = opcode
    if (!isControl && message === opcodes.text && textBytes + bytes > textBytesMax)
      throw new BrokenFrame('a large text')
    frame = next
    left = bytes
  }

  function take(part: Buffer): void {
    if (frame !== undefined && frame.opcode >= opcodes.close) control.push(Buffer.from(part))
    else if (message === opcodes.binary) events.bytes(part)
    else {
      textBytes += part.length
      text.push(Buffer.from(part))
    }
  }

  function end({ opcode, isFinal }: Frame): void {
    frame = undefined
    if (opcode >= opcodes.close) {
      const payload = Buffer.concat(control)
      control = []
      endControl(events, opcode, payload)
    } else if (isFinal) {
      const whole = message === opcodes.text ? Buffer.concat(text).toString() : undefined
      message = undefined
      text = []
      textBytes = 0
      if (whole !== undefined) events.text(whole)
    }
  }

  return (piece) => {
    let at = 0
    while (at < piece.length || (frame !== undefined && left === 0)) {
      if (frame === undefined) {
        const wanted = headerRead < 2 ? 2 : headerBytesOf(header)
        const copied = piece.copy(header, headerRead, at, at + wanted - headerRead)
        at += copied
        headerRead += copied
        if (headerRead < 2 || headerRead < headerBytesOf(header)) continue
        headerRead = 0
        begin(frameOf(header))
      } else if (left > 0) {
        const to = Math.min(piece.length, at + left)
        left -= to - at
        take(piece.subarray(at, to))
        at = to
      } else end(frame)
    }
  }
}

function endControl(events: FrameEvents, opcode: number, payload: Buffer): void {
  if (opcode === opcodes.ping) events.ping(payload)
  if (opcode !== opcodes.close) return
  if (payload.length === 1) throw new BrokenFrame('half a code')
  if (payload.length === 0) events.closed(noStatus, '')
  else events.closed(payload.readUInt16BE(0), payload.toString('utf8', 2))
}

/** How long a header is, by its first two bytes. */
function headerBytesOf(header: Buffer): number {
  const length = (header[1] ?? 0) & 0x7f
  if (length === 127) return 10
  return length === 126 ? 4 : 2
}

function frameOf(header: Buffer): Frame {
  const [first = 0, second = 0] = header
  const opcode = first & 0x0f
  if ((first & 0x70) !== 0) throw new BrokenFrame('an extension that was not agreed on')
  if ((second & 0x80) !== 0) throw new BrokenFrame('a mask')
  if (!Object.values<number>(opcodes).includes(opcode)) throw new BrokenFrame('an unknown kind')
  return { opcode, isFinal: (first & 0x80) !== 0, bytes: payloadBytesOf(header) }
}

function payloadBytesOf(header: Buffer): number {
  const length = (header[1] ?? 0) & 0x7f
  if (length === 126) return header.readUInt16BE(2)
  if (length < 126) return length
  const long = header.readBigUInt64BE(2)
  if (long > BigInt(Number.MAX_SAFE_INTEGER)) throw new BrokenFrame('an endless frame')
  return Number(long)
}
