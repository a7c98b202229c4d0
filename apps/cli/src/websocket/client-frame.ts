import { randomFillSync } from 'node:crypto'

const finalBit = 0x80
const maskBit = 0x80
const maskBytes = 4

/** Returns a whole message to a server in one frame: masked, as RFC 6455 (5.3) wants it of clients. */
export function clientFrame(opcode: number, payload: Uint8Array): Buffer {
  const lengthBytes = payload.length < 126 ? 0 : payload.length < 65_536 ? 2 : 8
  const headerBytes = 2 + lengthBytes + maskBytes
  // So that the payload begins at a whole word: a mask over words takes a quarter of the time.
  const unused = (4 - (headerBytes % 4)) % 4
  const memory = Buffer.allocUnsafeSlow(unused + headerBytes + payload.length)
  const frame = memory.subarray(unused)
  frame[0] = finalBit | opcode
  if (lengthBytes === 0) frame[1] = maskBit | payload.length
  else if (lengthBytes === 2) {
    frame[1] = maskBit | 126
    frame.writeUInt16BE(payload.length, 2)
  } else {
    frame[1] = maskBit | 127
    frame.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  const mask = randomFillSync(frame.subarray(headerBytes - maskBytes, headerBytes))
  frame.set(payload, headerBytes)
  applyMask(frame.subarray(headerBytes), mask)
  return frame
}

/** The payload begins at a whole word of its memory. */
function applyMask(payload: Buffer, mask: Buffer): void {
  const words = Math.floor(payload.length / 4)
  const wordsOf = (bytes: Buffer, count: number) =>
    new Uint32Array(bytes.buffer, bytes.byteOffset, count)
  const [word = 0] = new Uint32Array(Uint8Array.from(mask).buffer)
  const all = wordsOf(payload, words)
  for (let at = 0; at < words; at += 1) all[at] = (all[at] ?? 0) ^ word
  for (let at = words * 4; at < payload.length; at += 1)
    payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
}
