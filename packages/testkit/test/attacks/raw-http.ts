/**
 * JavaScript for a compromised program, which writes arbitrary data to its parent: `frame` builds a well-formed frame,
 * `shout` writes bytes, and `shoutForEver` writes until it is killed.
 */
export const speakByHand = `
import { writeSync } from 'node:fs'
const frame = (word, ...parts) => {
  const json = Buffer.from(JSON.stringify(word))
  const head = Buffer.alloc(8 + 4 * parts.length)
  const numbers = [json.length, parts.length, ...parts.map(({ length }) => length)]
  numbers.forEach((number, at) => head.writeUInt32LE(number, 4 * at))
  return Buffer.concat([head, json, ...parts])
}
const shout = (bytes, fd = 4) => {
  for (let at = 0; at < bytes.length; )
    try { at += writeSync(fd, bytes, at) } catch (cause) { if (cause.code !== 'EAGAIN') throw cause }
}
const shoutForEver = (bytes, fd = 4) => { for (;;) shout(bytes, fd) }
`
