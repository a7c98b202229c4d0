import type { Duplex } from 'node:stream'

const statusLine = /^HTTP\/1\.[01] (\d{3})/
const headBytesMax = 4_096

/** Requests a path over an open connection, and closes it. Any status below 500 passes. */
export async function httpAnswers(
  connection: Duplex,
  { port, path }: { port: number; path: string },
  signal: AbortSignal,
): Promise<boolean> {
  const giveUp = () => connection.destroy(new Error('no answer in time'))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    connection.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: gridloom-agent\r\nConnection: close\r\n\r\n`,
    )
    let head = ''
    for await (const piece of connection) {
      head += String(piece)
      const status = statusLine.exec(head)?.[1]
      if (status !== undefined) return Number(status) < 500
      if (head.length > headBytesMax) return false
    }
    return false
  } finally {
    signal.removeEventListener('abort', giveUp)
    connection.destroy()
  }
}
