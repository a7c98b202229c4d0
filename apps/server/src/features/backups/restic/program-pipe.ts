import { Duplex } from 'node:stream'
import { splitFrames } from '../../agents/index.ts'

/**
 * Joins the input and the output of a session without a terminal to one stream. What comes on standard error is passed on
 * as it arrives.
 */
export function programPipe(stream: Duplex, stderr: (part: Buffer) => void): Duplex {
  let isOpen = true
  const pipe = new Duplex({
    read: () => void stream.resume(),
    write: (piece, _encoding, done) => {
      if (stream.destroyed || stream.writableEnded) return done()
      if (stream.write(piece)) return done()
      const go = () => {
        stream.off('drain', go).off('close', go)
        done()
      }
      stream.once('drain', go).once('close', go)
    },
    // The program ends by itself; its input stays open until then.
    final: (done) => done(),
    destroy: (cause, done) => {
      isOpen = false
      done(cause)
    },
  })
  const take = splitFrames({
    stdout: (part) => {
      if (isOpen && !pipe.push(part)) stream.pause()
    },
    stderr,
  })
  stream.on('data', take)
  const ended = () => {
    if (isOpen) pipe.push(null)
    isOpen = false
  }
  stream.once('end', ended)
  stream.once('close', ended)
  stream.on('error', () => {})
  return pipe
}
