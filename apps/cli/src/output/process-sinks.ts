import { once } from 'node:events'
import type { WriteStream } from 'node:tty'
import type { Sink } from './output.ts'

/** The process's own two outputs. `onReaderGone` is called when their reader has closed the pipe (`| head`). */
export function processSinks(onReaderGone: () => void): { stdout: Sink; stderr: Sink } {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      onReaderGone()
    })
  }
  return { stdout: sinkOf(process.stdout), stderr: sinkOf(process.stderr) }
}

function sinkOf(stream: WriteStream): Sink {
  return {
    get columns() {
      return stream.isTTY ? stream.columns : undefined
    },
    async write(text) {
      if (!stream.write(text)) await once(stream, 'drain')
    },
  }
}
