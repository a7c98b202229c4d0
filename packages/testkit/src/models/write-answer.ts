import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { markdownToken } from './markdown-token.ts'
import type { Script } from './script.ts'

/** The parts of a request that the stand-in honours. */
export interface AnswerRequest {
  kind: 'chat' | 'text'
  model: string
  promptTokens: number
  maxTokens: number | null
  wantsUsage: boolean
  /** Whether usage of the prompt is sent with the first tokens. */
  wantsUsageAtOnce: boolean
  script: Script
}

/** Counters of the stand-in's work so far. */
export interface Counts {
  /** Requests for answers. */
  asked: number
  /** Answers that are being generated now. */
  open: number
  /** Answers whose client disconnected before their end. */
  aborted: number
  /** Tokens generated, whether or not they were read. */
  tokens: number
}

/** Tokens that are written together when there is no delay. */
const burst = 32
const hugeLineBytes = 3 * 1024 * 1024

/** The text of a token by its number in the answer, from 1. */
const tokenTexts = {
  words: (number: number) => `w${number} `,
  markdown: markdownToken,
} satisfies Record<Script['text'], (number: number) => string>

/** The text of an answer of so many tokens. */
export function answerText(tokens: number, text: Script['text'] = 'words'): string {
  return Array.from({ length: tokens }, (_, at) => tokenTexts[text](at + 1)).join('')
}

/** The reasoning of an answer with so many reasoning tokens. */
export function thoughtText(tokens: number): string {
  return Array.from({ length: tokens }, (_, at) => `t${at + 1} `).join('')
}

/** Answers without streaming. */
export async function writeWhole(
  response: ServerResponse,
  asked: AnswerRequest,
  counts: Counts,
): Promise<void> {
  const { script } = asked
  const { tokens, reason } = lengthOf(asked)
  const takesMs = script.firstTokenMs + script.tokenMs * tokens
  if (takesMs > 0) await delay(takesMs)
  if (script.failure === 'hangs') return
  if (script.failure === 'breaks_off') {
    response.destroy()
    return
  }
  counts.tokens += tokens + script.thinks
  const text = answerText(tokens, script.text)
  const [call] = callsOf(script)
  const thoughts = script.thinks === 0 ? {} : { [script.thinksAs]: thoughtText(script.thinks) }
  const message =
    call === undefined
      ? { role: 'assistant', content: text, ...thoughts }
      : { role: 'assistant', content: null, tool_calls: [call] }
  const choice =
    asked.kind === 'chat'
      ? { index: 0, message, finish_reason: call === undefined ? reason : 'tool_calls' }
      : { index: 0, text, finish_reason: reason }
  sendJson(response, 200, { ...headOf(asked), choices: [choice], usage: usageOf(asked, tokens) })
}

/** Sends JSON with its content length, as engines do. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': length })
    .end(text)
}

/** Streams the answer token by token, until the client disconnects. */
export async function writeStream(
  response: ServerResponse,
  asked: AnswerRequest,
  counts: Counts,
): Promise<void> {
  const { script } = asked
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  if (script.firstTokenMs > 0) await delay(script.firstTokenMs)
  const { tokens, reason } = lengthOf(asked)
  if (script.callsTool !== null) return writeCall(response, asked)
  if (asked.wantsUsageAtOnce) {
    const first = { ...headOf(asked), choices: [choiceOf(asked, '', null)] }
    response.write(`data: ${JSON.stringify({ ...first, usage: usageOf(asked, 0) })}\n\n`)
  }
  await writeThoughts(response, asked, counts)
  const until = script.failure === null ? tokens : Math.min(tokens, script.failsAfterTokens)
  await writeTokens(response, asked, { counts, until })
  if (script.failure !== null && (await fail(response, asked, counts)) === 'over') return
  const [opening, closing] = frameOf(asked)
  const rest = script.failure === null ? '' : `${opening}${JSON.stringify('the rest')}${closing}`
  const last = { ...headOf(asked), choices: [choiceOf(asked, '', reason)] }
  const usage = { ...headOf(asked), choices: [], usage: usageOf(asked, tokens) }
  response.end(
    `${rest}data: ${JSON.stringify(last)}\n\n${
      asked.wantsUsage ? `data: ${JSON.stringify(usage)}\n\n` : ''
    }data: [DONE]\n\n`,
  )
}

/** Streams what the model thinks, in the time of its tokens. */
async function writeThoughts(
  response: ServerResponse,
  asked: AnswerRequest,
  counts: Counts,
): Promise<void> {
  const { thinks, thinksAs, tokenMs } = asked.script
  for (let sent = 0; sent < thinks && !response.destroyed; sent += 1) {
    const choice = { index: 0, delta: { [thinksAs]: `t${sent + 1} ` }, finish_reason: null }
    response.write(`data: ${JSON.stringify({ ...headOf(asked), choices: [choice] })}\n\n`)
    counts.tokens += 1
    if (tokenMs > 0) await delay(tokenMs)
  }
}

/** Writes a tool call as two deltas, as engines stream them. */
function writeCall(response: ServerResponse, asked: AnswerRequest): void {
  const pieces = callsOf(asked.script).flatMap((call) => [
    { index: 0, ...call, function: { name: call.function.name, arguments: '' } },
    { index: 0, function: { arguments: call.function.arguments } },
  ])
  const chunks = [
    ...pieces.map((piece) => ({ index: 0, delta: { tool_calls: [piece] }, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: 'tool_calls' },
  ].map((choice) => ({ ...headOf(asked), choices: [choice] }))
  const usage = { ...headOf(asked), choices: [], usage: usageOf(asked, pieces.length) }
  const lines = [...chunks, usage].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  response.end(`${lines.join('')}data: [DONE]\n\n`)
}

/** The tool call of its script; empty when it has none. */
function callsOf({ callsTool: name }: Script) {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: '{"a":1}' } }
  return name === null ? [] : [call]
}

interface Writing {
  counts: Counts
  until: number
}

async function writeTokens(
  response: ServerResponse,
  asked: AnswerRequest,
  { counts, until }: Writing,
): Promise<void> {
  const { tokenMs } = asked.script
  const tokenText = tokenTexts[asked.script.text]
  const [opening, closing] = frameOf(asked)
  const startedMs = performance.now()
  for (let sent = 0; sent < until && !response.destroyed; ) {
    const inTime = 1 + Math.floor((performance.now() - startedMs) / tokenMs)
    const due = Math.min(until, tokenMs === 0 ? sent + burst : inTime)
    let lines = ''
    for (; sent < due; sent += 1) {
      lines += `${opening}${JSON.stringify(tokenText(sent + 1))}${closing}`
      counts.tokens += 1
    }
    if (lines !== '' && !response.write(lines)) await drained(response)
    if (sent === until) return
    if (tokenMs === 0) await turn()
    else await delay(Math.max(1, startedMs + sent * tokenMs - performance.now()))
  }
}

/** Fails as scripted. `over`: nothing more is to be written. */
async function fail(
  response: ServerResponse,
  asked: AnswerRequest,
  counts: Counts,
): Promise<'over' | 'goes_on'> {
  const [opening, closing] = frameOf(asked)
  switch (asked.script.failure) {
    case 'breaks_off':
      response.destroy()
      return 'over'
    case 'ends_early':
      response.end()
      return 'over'
    case 'hangs':
      return 'over'
    case 'never_ends':
      await writeTokens(response, asked, { counts, until: Number.POSITIVE_INFINITY })
      return 'over'
    case 'breaks_json':
      response.write('data: {"choices":[{"delta":\n\n')
      return 'goes_on'
    case 'breaks_utf8':
      response.write(
        Buffer.concat([bytesOf(`${opening}"`), Buffer.of(0xff, 0xfe), bytesOf(`"${closing}`)]),
      )
      return 'goes_on'
    case 'sends_huge_line':
      response.write(`${opening}"${'x'.repeat(hugeLineBytes)}"${closing}`)
      return 'goes_on'
    default:
      return 'goes_on'
  }
}

/** The text before and after that of a token. */
function frameOf(asked: AnswerRequest): [string, string] {
  const gap = '\u0000'
  const chunk = { ...headOf(asked), choices: [choiceOf(asked, gap, null)] }
  const [opening = '', closing = ''] = JSON.stringify(chunk).split(JSON.stringify(gap))
  return [`data: ${opening}`, `${closing}\n\n`]
}

function choiceOf({ kind }: AnswerRequest, text: string, reason: string | null) {
  return kind === 'chat'
    ? { index: 0, delta: { content: text }, finish_reason: reason }
    : { index: 0, text, finish_reason: reason }
}

function headOf({ kind, model }: AnswerRequest) {
  const object = kind === 'chat' ? 'chat.completion.chunk' : 'text_completion'
  return { id: 'chatcmpl-stand-in', object, created: 1_700_000_000, model }
}

function lengthOf({ maxTokens, script }: AnswerRequest): {
  tokens: number
  reason: 'stop' | 'length'
} {
  const isCut = maxTokens !== null && maxTokens < script.tokens
  return isCut ? { tokens: maxTokens, reason: 'length' } : { tokens: script.tokens, reason: 'stop' }
}

function usageOf({ promptTokens, script }: AnswerRequest, tokens: number) {
  const [prompt_tokens, completion_tokens] = [promptTokens, tokens + script.thinks].map(
    (count) => count * script.exaggerates,
  )
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: (promptTokens + tokens + script.thinks) * script.exaggerates,
    ...(script.thinks === 0
      ? {}
      : { completion_tokens_details: { reasoning_tokens: script.thinks } }),
  }
}

async function drained(response: ServerResponse): Promise<void> {
  const received = new AbortController()
  const untilEvent = (event: string) =>
    once(response, event, { signal: received.signal }).catch(() => {})
  await Promise.race([untilEvent('drain'), untilEvent('close')])
  received.abort()
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
