import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { type Script, scriptIn, usualScript } from './script.ts'
import {
  type AnswerRequest,
  type Counts,
  sendJson,
  writeStream,
  writeWhole,
} from './write-answer.ts'

/** A stand-in for an engine beside an agent: it serves `/v1` over real HTTP, with scripted answers. */
export interface Upstream extends AsyncDisposable {
  /** Its address, including `/v1`. */
  readonly baseUrl: string
  readonly counts: Readonly<Counts>
  /** The body of the newest request for an answer, unchanged. */
  readonly last: unknown
  /** Changes how it answers from now on. */
  follow(script: Partial<Script>): void
  /** Resolves when no answer is being generated. */
  idle(): Promise<void>
}

/** Its only model. */
export const upstreamModel = 'stand-in'

const Content = z.union([z.string(), z.array(z.object({ text: z.string() }))]).nullish()
const Body = z.object({
  model: z.string(),
  messages: z.array(z.object({ content: Content })).default([]),
  prompt: z.union([z.string(), z.array(z.string())]).default(''),
  input: z.union([z.string(), z.array(z.string())]).default(''),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .object({
      include_usage: z.boolean().optional(),
      continuous_usage_stats: z.boolean().optional(),
    })
    .nullish(),
})
type Body = z.infer<typeof Body>

/** `owner`: the name it has in its list of models, as engines set it. */
export async function startUpstream(
  changes: Partial<Script> = {},
  owner = 'gridloom-tests',
): Promise<Upstream> {
  let script: Script = { ...usualScript, ...changes }
  let last: unknown
  const counts: Counts = { asked: 0, open: 0, aborted: 0, tokens: 0 }
  let whenIdle = Promise.withResolvers<void>()

  function open(response: ServerResponse): void {
    counts.open += 1
    response.once('close', () => {
      counts.open -= 1
      if (!response.writableFinished) counts.aborted += 1
      if (counts.open === 0) whenIdle.resolve()
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname] = (request.url ?? '/').split('?', 1)
    if (pathname === '/v1/models') return sendJson(response, 200, modelListOf(owner))
    if (request.headers['x-gridloom-probe'] !== undefined)
      return sendJson(response, 200, probeAnswer)
    last = JSON.parse(await textOf(request))
    const body = Body.parse(last)
    if (pathname === '/v1/embeddings') {
      open(response)
      const { failure } = scriptIn([body.input].flat()[0] ?? '', script)
      if (failure !== 'hangs') sendJson(response, 200, vectorsFor(body))
      return
    }
    const asked = askedBy(body, pathname === '/v1/completions' ? 'text' : 'chat', script)
    counts.asked += 1
    if (refused(response, asked.script)) return
    open(response)
    await (body.stream === true ? writeStream : writeWhole)(response, asked, counts)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 400, { error: { message: String(error) } })
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', 4_096)
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/v1`,
    counts,
    get last() {
      return last
    },
    follow(next) {
      script = { ...script, ...next }
    },
    async idle() {
      while (counts.open > 0) {
        await whenIdle.promise
        whenIdle = Promise.withResolvers()
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Shows every feature that an agent probes. */
const probeAnswer = {
  choices: [{ text: 'a', message: { content: '{"word":"gridloom"}', tool_calls: [{}] } }],
  data: [{ embedding: [1] }],
}

function modelListOf(owned_by: string) {
  return { object: 'list', data: [{ id: upstreamModel, object: 'model', created: 0, owned_by }] }
}

function askedBy(body: Body, kind: AnswerRequest['kind'], usual: Script): AnswerRequest {
  const texts = kind === 'text' ? [body.prompt].flat() : body.messages.map(textOfMessage)
  return {
    kind,
    model: body.model,
    promptTokens: texts.join(' ').split(/\s+/).filter(Boolean).length,
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? null,
    wantsUsage: body.stream_options?.include_usage === true,
    wantsUsageAtOnce: body.stream_options?.continuous_usage_stats === true,
    script: scriptIn(texts.at(-1) ?? '', usual),
  }
}

function textOfMessage({ content }: Body['messages'][number]): string {
  if (content === null || content === undefined) return ''
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

/** Fails the request as scripted before any answer; returns whether it did. */
function refused(response: ServerResponse, { failure }: Script): boolean {
  if (failure === 'is_full') sendJson(response, 429, { error: { message: 'No room.' } })
  else if (failure === 'refuses') sendJson(response, 500, { error: { message: 'Out of memory.' } })
  else if (failure === 'answers_nonsense') response.end('<html>Bad Gateway</html>')
  else return false
  return true
}

function vectorsFor({ input, model }: Body) {
  const texts = [input].flat()
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, 0.5, -0.25],
  }))
  const tokens = texts.join(' ').split(/\s+/).length
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

/** By events, which cost less than an async iterator: the engine must not take up the machine's CPU. */
function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    request
      .setEncoding('utf8')
      .on('data', (piece: string) => {
        text += piece
      })
      .once('end', () => resolve(text))
      .once('error', reject)
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
