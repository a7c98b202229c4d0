import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { environmentWith } from '../config.ts'
import { startForwarding } from './forwarding.ts'

/** A real Bluesky server with its own directory of identifiers, in a process of its own; dispose it with `await using`. */
export interface PdsServer extends AsyncDisposable {
  /** Where it says that it is: `http://localhost:PORT`. */
  readonly url: string
  readonly port: number
  /** The directory of `did:plc`. */
  readonly directoryUrl: string
  /** Moves its clock and that of the directory forward. */
  turn(ms: number): void
  /** Creates an account `NAME.test`. */
  createAccount(name: string): Promise<PdsAccount>
  /** Carries out the next call of a method, and ends its connection instead of answering. */
  loseAnswerOf(method: string): void
  /** Carries it out and never answers; resolves when it was carried out. */
  holdAnswerOf(method: string): Promise<void>
}

export interface PdsAccount {
  readonly did: string
  readonly handle: string
  readonly password: string
  /** Calls a method of the server as the account; without a body it reads. */
  call(method: string, body?: object): Promise<unknown>
}

const program = fileURLToPath(new URL('../../../../engines/pds/serve.mjs', import.meta.url))
const Started = z.object({ port: z.number(), directoryUrl: z.string() })
const Created = z.object({ did: z.string(), handle: z.string(), accessJwt: z.string() })

/**
 * Starts it; script/bootstrap --for-tests installs it. `client`: requests of the server for the description of a client at
 * `origin`, which is not reachable, are sent to `at`. `port`: a free one by default.
 */
export async function startPdsServer(
  client?: { origin: string; at: string },
  { port: publicPort = 0 }: { port?: number } = {},
): Promise<PdsServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-pds-'))
  const front = await startForwarding(publicPort)
  const words = [program, folder, String(front.port), ...(client ? [client.origin, client.at] : [])]
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environmentWith({ LOG_ENABLED: 'false' }),
  })
  const { port: behind, directoryUrl } = Started.parse(JSON.parse(await firstLine(child)))
  front.forwardTo(behind)
  const { port } = front
  const url = `http://localhost:${port}`
  return {
    ...{ url, port, directoryUrl },
    loseAnswerOf: (method) => front.loseAnswerTo(`/xrpc/${method}`),
    holdAnswerOf: (method) => front.holdAnswerTo(`/xrpc/${method}`),
    turn: (ms) => void child.stdin.write(`${ms}\n`),
    async createAccount(name) {
      const password = `password-of-${name}`
      const account = { handle: `${name}.test`, email: `${name}@example.com`, password }
      const answer = await ask(`${url}/xrpc/com.atproto.server.createAccount`, { body: account })
      const { did, handle } = Created.parse(answer)
      // Sessions end while the clock is turned: each call has its own.
      const call: PdsAccount['call'] = async (method, body) => {
        const credentials = { identifier: handle, password }
        const session = await ask(`${url}/xrpc/com.atproto.server.createSession`, {
          body: credentials,
        })
        const headers = { authorization: `Bearer ${Created.parse(session).accessJwt}` }
        return ask(`${url}/xrpc/${method}`, { headers, ...(body && { body }) })
      }
      return { did, handle, password, call }
    },
    async [Symbol.asyncDispose]() {
      const over = child.exitCode ?? child.signalCode ?? once(child, 'exit')
      child.stdin.end()
      await over
      await front[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = `${complaints}${chunk}`.slice(-4_000)
  })
  if (child.stdout === null) throw new Error('it has no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`the Bluesky server did not start (script/bootstrap --for-tests): ${complaints}`)
}

async function ask(
  url: string,
  { body, headers }: { body?: object; headers?: Record<string, string> },
): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
