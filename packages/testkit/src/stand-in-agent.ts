import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import {
  type AgentMessage,
  agentHeaders,
  agentUpgrade,
  connectStatement,
  enrolStatement,
} from '@gridloom/contract/agent/protocol'
import { machines } from '@gridloom/contract/machines/endpoints'

/** An Ed25519 key of the kind that agents generate. */
export interface TestKey {
  publicKey: string
  sign(statement: string): string
  enrolment(token: string): string
}

export function aKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const make = (statement: string) => signed(privateKey, statement)
  return {
    publicKey: publicKey
      .export({ type: 'spki', format: 'der' })
      .subarray(-32)
      .toString('base64url'),
    sign: make,
    enrolment: (token) => make(enrolStatement(token)),
  }
}

function signed(privateKey: KeyObject, statement: string): string {
  return sign(null, Buffer.from(statement), privateKey).toString('base64url')
}

/** How the stand-in answers calls; paths are exact, without their query. */
export type Answers = Record<string, (stream: ServerHttp2Stream, query: URLSearchParams) => void>

export interface StandIn {
  session: ServerHttp2Session
  socket: Socket
  /** Sends a message on the report stream, once the control plane has opened it. */
  report(message: AgentMessage): Promise<void>
  /** Sends a whole line unchanged, for input that an agent should never send. */
  reportText(line: string): Promise<void>
  /** Resolves when the connection has ended. */
  ended: Promise<void>
  [Symbol.dispose](): void
}

/** The machine that dials, and the server it dials. */
export interface Caller {
  url: string
  machineId: string
  nonce: string
  key: TestKey
}

interface Dial extends Caller {
  answers?: Answers
  /** Handles calls that have no entry in the answers; returns `false` for unknown ones. */
  otherwise?: (call: { method: string; url: URL }, stream: ServerHttp2Stream) => boolean
}

/** Thrown when the upgrade was refused, with the server's answer. */
export class UpgradeRefused extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

/** Dials as an agent does and serves HTTP/2 on the socket. @throws UpgradeRefused */
export async function dialAsAgent({
  answers = {},
  otherwise = () => false,
  ...caller
}: Dial): Promise<StandIn> {
  const socket = await dialSocket(caller)
  const session = performServerHandshake(socket)
  const reports = Promise.withResolvers<ServerHttp2Stream>()
  session.on('error', () => {})
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    const address = new URL(headers[':path'] ?? '/', 'http://agent')
    if (address.pathname === '/v1/reports') {
      stream.respond({ ':status': 200 })
      reports.resolve(stream)
      return
    }
    const answer = answers[address.pathname]
    if (answer !== undefined) return answer(stream, address.searchParams)
    if (otherwise({ method: headers[':method'] ?? 'GET', url: address }, stream)) return
    answerJson(stream, 404, { code: 'not_found', error: 'no such path' })
  })
  const reportText = async (line: string) => {
    const stream = await reports.promise
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }
  return {
    session,
    socket,
    report: (message) => reportText(JSON.stringify(message)),
    reportText,
    ended: new Promise((resolve) => session.once('close', () => resolve())),
    [Symbol.dispose]: () => session.destroy(),
  }
}

/** Opens only the socket, for tests that write frames by hand. @throws UpgradeRefused */
export function dialSocket({ url, machineId, nonce, key }: Caller): Promise<Socket> {
  return upgrade(new URL(machines.connect.path, url), {
    connection: 'Upgrade',
    upgrade: agentUpgrade,
    [agentHeaders.machine]: machineId,
    [agentHeaders.nonce]: nonce,
    [agentHeaders.signature]: key.sign(connectStatement(machineId, nonce)),
  })
}

export function answerJson(stream: ServerHttp2Stream, status: number, value: unknown): void {
  if (stream.destroyed) return
  stream.respond({ ':status': status, 'content-type': 'application/json' })
  stream.end(JSON.stringify(value))
}

function upgrade(url: URL, headers: Record<string, string>): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const outgoing = request(url, { headers, agent: false })
  outgoing.once('upgrade', (_, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    resolve(socket)
  })
  outgoing.once('response', async (response) => {
    let text = ''
    for await (const part of response) text += part
    reject(new UpgradeRefused(response.statusCode ?? 0, JSON.parse(text)))
  })
  outgoing.once('error', reject)
  outgoing.end()
  return promise
}
