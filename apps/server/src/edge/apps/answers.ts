import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ownHeaders, type PortPage, renderPage } from './page.ts'

/** Sends a page of ours: HTML for those who read pages, JSON for programs. */
export function sendPage(
  response: ServerResponse,
  page: PortPage,
  reader: { readonly wantsPage: boolean },
): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const { headers, body } = contentOf(page, reader)
  // The rest of a body that nothing reads would look like the next request.
  if (!response.req.complete) response.shouldKeepAlive = false
  // With its own reason, as that of an app's response which could not be written may still be set.
  response.writeHead(page.status, STATUS_CODES[page.status], headers)
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Refuses a request to change the protocol. Browsers show nothing of it, programs its code. */
export function refuseSocket(socket: Duplex, page: PortPage): void {
  const { headers, body } = contentOf(page, { wantsPage: false })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${page.status} ${STATUS_CODES[page.status] ?? ''}`
  socket.end(`${[status, ...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}

/** Sends the visitor elsewhere, with cookies to set. */
export function redirect(
  response: ServerResponse,
  location: string,
  { status, cookies = [] }: { status: 302 | 303; cookies?: readonly string[] },
): void {
  response.writeHead(status, {
    ...ownHeaders,
    location,
    'content-length': 0,
    ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }),
  })
  response.end()
}

function contentOf(page: PortPage, { wantsPage }: { wantsPage: boolean }) {
  const body = wantsPage
    ? renderPage(page)
    : JSON.stringify({ code: page.code, error: `${page.title}. ${page.text}` })
  const type = wantsPage ? 'text/html' : 'application/json'
  const headers: Record<string, string | number> = {
    ...ownHeaders,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    ...(page.reloadS === undefined ? {} : { 'retry-after': page.reloadS }),
  }
  return { headers, body }
}
