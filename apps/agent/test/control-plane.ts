import { createPublicKey, randomBytes, verify } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import {
  agentHeaders,
  agentUpgrade,
  bytesRole,
  connectionHeaders,
  connectStatement,
  enrolStatement,
} from '@gridloom/contract/agent/protocol'
import { errorCodes } from '@gridloom/contract/errors'
import { machines } from '@gridloom/contract/machines/endpoints'
import { system } from '@gridloom/contract/system/endpoints'
import { trustedCertificate } from '@gridloom/testkit/trusted-certificate'
import { AgentConnection } from './agent-connection.ts'

/** A minimal server of the agent protocol: enrolment, challenge, upgrade. */
export interface ControlPlane extends AsyncDisposable {
  readonly url: string
  /** Requests seen, as `METHOD path`. */
  readonly seen: string[]
  /** Bodies of the JSON requests, as text. */
  readonly bodies: string[]
  makeToken(): string
  revoke(machineId: string): void
  /** Makes every later challenge return the same nonce. */
  replayNonces(): void
  /** Makes it reject every later challenge with `under_maintenance`. */
  overrun(): void
  /** Returns the next connection, or one that is already waiting. */
  nextConnection(): Promise<AgentConnection>
  /** Returns the next connection for the bytes of one call. */
  nextBytes(): Promise<BytesConnection>
  /** Closes every socket at once, as a crash would. */
  crash(): Promise<void>
  /** Listens again on the same port. */
  restart(): Promise<void>
}

export interface BytesConnection {
  socket: Duplex
  headers: IncomingHttpHeaders
}

export interface ControlPlaneOptions {
  /** `tls` uses a certificate that {@link trustedCertificate} makes this process trust. */
  transport?: 'tcp' | 'tls'
}

const firstMachine = 'mch_01jd3v8q6f7g8h9jkmnpqrstv'

export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const tokens = new Set<string>()
  const keys = new Map<string, string>()
  const nonces = new Set<string>()
  let lastNonce: string | undefined
  let replaying = false
  let overrun = false
  const sockets = new Set<Duplex>()
  const seen: string[] = []
  const bodies: string[] = []
  const arrivals = createQueue<AgentConnection>()
  const bytesArrivals = createQueue<BytesConnection>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(`${request.method} ${request.url}`)
    if (request.url === system.health.path) {
      response.end('{"status":"ok"}')
      return
    }
    if (request.method === 'GET') return refuse(response, 'toolbox_unavailable')
    const body = await json(request)
    bodies.push(JSON.stringify(body))
    if (request.url === machines.fingerprintSalt.path)
      return succeed(response, 200, { salt: 'a salt of tests' })
    if (request.url === machines.enrol.path) return enrolMachine(body, response)
    if (overrun) return refuse(response, 'under_maintenance')
    const { machine_id } = machines.challenge.body.parse(body)
    if (!keys.has(machine_id)) return refuse(response, 'machine_refused')
    const nonce = nextNonce()
    succeed(response, 200, { nonce, expires_at: '2030-01-01T00:00:00.000Z' })
  }

  function nextNonce(): string {
    if (replaying && lastNonce !== undefined) return lastNonce
    lastNonce = randomBytes(16).toString('base64url')
    nonces.add(lastNonce)
    return lastNonce
  }

  function enrolMachine(body: unknown, response: ServerResponse): void {
    const { token, public_key, signature } = machines.enrol.body.parse(body)
    const verified = isSigned(public_key, enrolStatement(token), signature)
    if (!tokens.delete(token) || !verified) {
      refuse(response, 'enrolment_token_invalid')
      return
    }
    const machineId = `${firstMachine}${keys.size}`
    keys.set(machineId, public_key)
    succeed(response, 201, { machine_id: machineId })
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    seen.push(`${request.method} ${request.url}`)
    const machineId = String(request.headers[agentHeaders.machine])
    const nonce = String(request.headers[agentHeaders.nonce])
    const signature = String(request.headers[agentHeaders.signature])
    const key = keys.get(machineId)
    const signed = key !== undefined && isSigned(key, connectStatement(machineId, nonce), signature)
    if (!nonces.delete(nonce) || !signed || request.headers.upgrade !== agentUpgrade) {
      const body = failureOf('machine_refused')
      socket.end(
        `HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      )
      return
    }
    const accepted = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${agentUpgrade}\r\n\r\n`
    if (request.headers[connectionHeaders.role] === bytesRole) {
      socket.on('error', () => undefined).write(accepted)
      bytesArrivals.put({ socket, headers: request.headers })
      return
    }
    socket.write(accepted, () => {
      if (head.length > 0) socket.unshift(head)
      const session = connect('http://agent', { createConnection: () => socket })
      arrivals.put(new AgentConnection(session, socket, request.headers))
    })
  }

  const isTls = options.transport === 'tls'
  const server = isTls ? createSecureServer(trustedCertificate()) : createServer()
  server.on('request', (request, response) => void answer(request, response))
  server.on('upgrade', upgrade)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server, 0)

  async function crash(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    bodies,
    makeToken: () => {
      const token = randomBytes(12).toString('base64url')
      tokens.add(token)
      return token
    },
    revoke: (machineId) => void keys.delete(machineId),
    replayNonces: () => {
      lastNonce = undefined
      replaying = true
    },
    overrun: () => {
      overrun = true
    },
    nextConnection: arrivals.take,
    nextBytes: bytesArrivals.take,
    crash,
    restart: async () => void (await listen(server, port)),
    [Symbol.asyncDispose]: crash,
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return asTcpAddress(server.address()).port
}

/** Named cast: a server that listens on TCP has an address object. */
function asTcpAddress(address: ReturnType<Server['address']>): AddressInfo {
  return address as AddressInfo
}

function isSigned(rawKey: string, statement: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rawKey }, format: 'jwk' })
  return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
}

function succeed(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: 'success', data: value }))
}

function refuse(response: ServerResponse, code: keyof typeof errorCodes): void {
  response.writeHead(errorCodes[code].status, { 'content-type': 'application/json' })
  response.end(failureOf(code))
}

function failureOf(code: keyof typeof errorCodes): string {
  return JSON.stringify({ status: 'error', error: errorCodes[code].text, code })
}

/** A queue of values, or of takers that wait for a value. */
function createQueue<T>() {
  const values: T[] = []
  const takers: ((value: T) => void)[] = []
  return {
    put: (value: T) => {
      const taker = takers.shift()
      if (taker === undefined) values.push(value)
      else taker(value)
    },
    take: (): Promise<T> => {
      const value = values.shift()
      if (value !== undefined) return Promise.resolve(value)
      return new Promise((resolve) => takers.push(resolve))
    },
  }
}
