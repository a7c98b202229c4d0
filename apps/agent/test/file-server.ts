import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Handles one request for a file; returns `false` to get the usual response. */
export type OddAnswer = (asked: { request: IncomingMessage; response: ServerResponse }) => boolean

export interface FileServer extends AsyncDisposable {
  readonly url: string
  /** Each request, as `path range`. */
  readonly asked: string[]
  /** Handlers of the next requests, one each; `false` means the usual response. */
  readonly odd: OddAnswer[]
}

/** Serves files with ranges, as model hubs do, unless a handler in `odd` responds instead. */
export async function startFileServer(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<FileServer> {
  const asked: string[] = []
  const odd: OddAnswer[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${path} ${request.headers.range ?? 'whole'}`)
    if (odd.shift()?.({ request, response }) === true) return
    const file = files[path]
    if (file === undefined) return void response.writeHead(404).end()
    give(typeof file === 'string' ? readFileSync(file) : file, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    odd,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function give(content: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const part = content.subarray(from)
  const headers = { 'content-length': part.length }
  const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }
  if (from === 0) response.writeHead(200, headers)
  else response.writeHead(206, { ...headers, ...range })
  response.end(part)
}

/** Named cast: a server on a port has an address of this shape. */
export function portOf(address: unknown): number {
  return (address as AddressInfo).port
}
