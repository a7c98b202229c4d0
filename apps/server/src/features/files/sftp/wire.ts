/**
 * The messages of SFTP version 3, as OpenSSH's server speaks it. Sources: draft-ietf-secsh-filexfer-02, and PROTOCOL of
 * OpenSSH for its extensions.
 */
export const requestTypes = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  extended: 200,
} as const

export const replyTypes = {
  version: 2,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
  extendedReply: 201,
} as const

export const statusCodes = {
  ok: 0,
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  badMessage: 5,
  unsupported: 8,
} as const

/** How a file is opened. */
export const openFlags = { read: 1, write: 2, create: 8, truncate: 16, exclusive: 32 } as const

const lengthBytes = 4

/** A field of a message: a 32-bit number, a 64-bit number as `bigint`, or a string of bytes. */
type Field = number | bigint | Uint8Array

/** Writes a message with its length; `id` is left out of the first one alone. */
export function writeMessage(
  type: number,
  id: number | undefined,
  fields: readonly Field[],
): Buffer {
  const numbers = id === undefined ? fields : [id, ...fields]
  const size = numbers.reduce<number>((sum, field) => sum + fieldBytes(field), 1)
  const message = Buffer.allocUnsafe(lengthBytes + size)
  message.writeUInt32BE(size, 0)
  message[lengthBytes] = type
  let at = lengthBytes + 1
  for (const field of numbers) at = writeField(message, field, at)
  return message
}

function fieldBytes(field: Field): number {
  if (typeof field === 'number') return 4
  return typeof field === 'bigint' ? 8 : lengthBytes + field.length
}

function writeField(message: Buffer, field: Field, at: number): number {
  if (typeof field === 'number') return message.writeUInt32BE(field, at)
  if (typeof field === 'bigint') return message.writeBigUInt64BE(field, at)
  message.set(field, message.writeUInt32BE(field.length, at))
  return at + lengthBytes + field.length
}

/** The other side sent something that is no SFTP. */
export class SftpBroken extends Error {
  override readonly name = 'SftpBroken'
}

/** Reads the fields of a message in their order. @throws SftpBroken where it is too short */
export interface FieldReader {
  number(): number
  long(): number
  bytes(): Buffer
  rest(): Buffer
}

export function readFields(message: Buffer, from = 0): FieldReader {
  let at = from
  const take = (bytes: number): Buffer => {
    if (bytes > message.length - at) throw new SftpBroken('a message ended early')
    at += bytes
    return message.subarray(at - bytes, at)
  }
  return {
    number: () => take(4).readUInt32BE(),
    long: () => Number(take(8).readBigUInt64BE()),
    bytes: () => take(take(lengthBytes).readUInt32BE()),
    rest: () => take(message.length - at),
  }
}

/** The longest message that OpenSSH sends. */
export const messageBytesMax = 256 * 1024

/**
 * Returns a function that takes bytes in any pieces and passes each whole message on, without its length: one copy, into
 * memory of its own.
 * @throws SftpBroken for a length that no server sends
 */
export function splitMessages(onMessage: (message: Buffer) => void): (piece: Buffer) => void {
  const length = Buffer.alloc(lengthBytes)
  let lengthRead = 0
  let message: Buffer | undefined
  let filled = 0
  return (piece) => {
    for (let at = 0; at < piece.length; ) {
      if (message === undefined) {
        const copied = piece.copy(length, lengthRead, at, at + lengthBytes - lengthRead)
        at += copied
        lengthRead += copied
        if (lengthRead < lengthBytes) return
        lengthRead = 0
        const size = length.readUInt32BE()
        if (size === 0 || size > messageBytesMax) throw new SftpBroken(`a message of ${size} bytes`)
        message = Buffer.allocUnsafe(size)
        filled = 0
      }
      const copied = piece.copy(message, filled, at)
      filled += copied
      at += copied
      if (filled < message.length) return
      const whole = message
      message = undefined
      onMessage(whole)
    }
  }
}
