import type { ServerHttp2Stream } from 'node:http2'

/** An answer of a machine that says the same forever, as fast as it is taken; gives how many bytes it has written. */
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

/** A line of a log, as long as one may be. */
export const longLogLine = `${JSON.stringify({
  ...{ at: '2026-01-01T00:00:00Z', stream: 'stdout' },
  text: 'x'.repeat(16_000),
})}\n`
