import type { ServerHttp2Stream } from 'node:http2'

/** An endless answer of a machine, sent as fast as it is read; returns a function that counts the bytes written. */
export function endlessAnswer(text: string): (stream: ServerHttp2Stream) => () => number {
  return (stream) => {
    let bytes = 0
    stream.respond({ ':status': 200 })
    const goOn = () => {
      while (!stream.destroyed) {
        bytes += text.length
        if (!stream.write(text)) return void stream.once('drain', goOn)
      }
    }
    goOn()
    return () => bytes
  }
}

/** A log line of the maximum length. */
export const longLogLine = `${JSON.stringify({
  ...{ at: '2026-01-01T00:00:00Z', stream: 'stdout' },
  text: 'x'.repeat(16_000),
})}\n`
