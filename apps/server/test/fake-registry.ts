import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { trustedCertificate } from '@gridloom/testkit/trusted-certificate'

/** A request that one of the hosts got. */
export interface RegistryRequest {
  /** `registry.example`, without the port. */
  host: string
  path: string
  authorization: string | undefined
}

type Answer = (response: ServerResponse, request: RegistryRequest) => void

/** The hosts of a registry, its token service and its storage: one https server under three names. */
export interface FakeRegistry extends AsyncDisposable {
  port: number
  requests: RegistryRequest[]
  /** The requests that carried a login or a token, as `host path`. */
  authorized(): string[]
}

const hosts = ['registry.example', 'auth.example', 'cdn.example'] as const

/** Starts the hosts; `answers` is keyed by host and path without the query, and everything else is not found. */
export async function startFakeRegistry(
  answers: (port: number) => Readonly<Record<string, Answer>>,
): Promise<FakeRegistry> {
  const requests: RegistryRequest[] = []
  const server = createServer(trustedCertificate(...hosts), (incoming, response) => {
    const request = requestOf(incoming)
    requests.push(request)
    const answer = answers(port)[`${request.host}${request.path.split('?')[0]}`]
    if (answer === undefined) response.writeHead(404).end('{}')
    else answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    authorized: () =>
      requests
        .filter(({ authorization }) => authorization !== undefined)
        .map(({ host, path }) => `${host} ${path}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function requestOf({ headers, url = '' }: IncomingMessage): RegistryRequest {
  const host = headers.host?.split(':')[0] ?? ''
  return { host, path: url, authorization: headers.authorization }
}

/** Answers with a document. */
export function json(document: unknown, status = 200): Answer {
  return (response) => void response.writeHead(status).end(JSON.stringify(document))
}

export function redirect(location: string): Answer {
  return (response) => void response.writeHead(307, { location }).end()
}

/** Answers with 401 and a way to authenticate, unless the request has this authorization. */
export function guarded(challenge: string, authorization: string, answer: Answer): Answer {
  return (response, request) => {
    if (request.authorization === authorization) return answer(response, request)
    response.writeHead(401, { 'www-authenticate': challenge }).end('{}')
  }
}

export function digestOf(document: unknown): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(document)).digest('hex')}`
}
