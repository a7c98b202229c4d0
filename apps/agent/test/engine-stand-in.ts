import { mkdtemp, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngineApi, type EngineApi } from '../src/runtime/docker/engine-api.ts'

/** A request to the engine: a line such as `POST /containers/x/start?t=1`, and the parsed body. */
export interface Asked {
  line: string
  body: unknown
}

/** A response of the engine: a status and JSON or text; several parts of text are sent one after the other. */
export interface Said {
  status?: number
  json?: unknown
  text?: string | readonly string[]
}

/** An engine that responds from a list, and records its requests. */
export interface EngineStandIn extends AsyncDisposable {
  api: EngineApi
  asked: Asked[]
  /** The headers of each request. */
  headers: IncomingHttpHeaders[]
  lines(): string[]
}

/** Starts the engine. `answers` is keyed by method and path without the query; other requests get a 404. */
export async function startEngineStandIn(
  answers: Record<string, Said | readonly Said[]>,
): Promise<EngineStandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'))
  const path = join(folder, 'engine.sock')
  const asked: Asked[] = []
  const headers: IncomingHttpHeaders[] = []
  const left = new Map(Object.entries(answers).map(([key, said]) => [key, [said].flat()]))
  const server = createServer((request, answer) => {
    headers.push(request.headers)
    void take(request, answer, { asked, left })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const api = createEngineApi({ kind: 'socket', path })
  return {
    api,
    asked,
    headers,
    lines: () => asked.map(({ line }) => line),
    [Symbol.asyncDispose]: async () => {
      api.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function take(
  request: IncomingMessage,
  answer: ServerResponse,
  { asked, left }: { asked: Asked[]; left: Map<string, Said[]> },
): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(request)).toString('utf8')
  const isJson = request.headers['content-type'] === 'application/json'
  asked.push({
    line: `${request.method} ${decodeURIComponent(request.url ?? '')}`,
    body: isJson && body !== '' ? JSON.parse(body) : body,
  })
  const key = `${request.method} ${request.url?.split('?')[0]}`
  const said = left.get(key)
  // The last response of a list is repeated from then on.
  const next = said === undefined || said.length < 2 ? said?.[0] : said.shift()
  const { status = 200, json, text = '' } = next ?? notThere
  answer.writeHead(status)
  for (const piece of [text].flat()) answer.write(piece)
  answer.end(json === undefined ? undefined : JSON.stringify(json))
}

const notThere: Said = { status: 404, json: { message: 'no such thing' } }
