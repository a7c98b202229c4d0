import type { ChatParameters } from '@gridloom/contract/chats'
import type { ModelId } from '@gridloom/contract/models'
import { openai } from '@gridloom/contract/openai'
import { curlLine, quoteShell } from '../../../lib/api/code.ts'
import type { ThreadRow } from '../thread/shown-rows.ts'

/** One request in each of the ways in which a program may send it. */
export interface RequestLines {
  curl: string
  typescript: string
  python: string
  cli: string
}

interface ChatRequest {
  modelId: ModelId
  parameters: ChatParameters
  /** The branch that is shown; what is asked last in it is what the code asks. */
  rows: readonly ThreadRow[]
  origin: string
}

interface CodeMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

const firstPrompt = 'Why is the sky blue?'

/** What this chat asks, as curl, the `openai` client of two languages, and our command line; the key only by name. */
export function requestLines(request: ChatRequest): RequestLines {
  const { modelId, origin, parameters } = request
  const messages = messagesOf(request)
  const body = { model: modelId, messages, ...samplingOf(parameters), stream: true }
  return {
    curl: curlLine(openai.chatCompletions, { body }, origin),
    typescript: typescriptOf(body, origin),
    python: pythonOf(body, origin),
    cli: commandOf(modelId, messages.at(-1)?.content ?? firstPrompt, parameters),
  }
}

function messagesOf({ parameters, rows }: ChatRequest): CodeMessage[] {
  const system: CodeMessage[] =
    parameters.system === '' ? [] : [{ role: 'system', content: parameters.system }]
  const last = rows.findLastIndex(({ message }) => message.role === 'user')
  if (last < 0) return [...system, { role: 'user', content: firstPrompt }]
  const asked = rows
    .slice(0, last + 1)
    .filter(({ message }) => message.text !== '')
    .map(({ message: { role, text } }) => ({ role, content: text }))
  return [...system, ...asked]
}

/** Only what somebody chose: the rest is the engine's own. */
function samplingOf({ temperature, top_p, max_tokens, seed }: ChatParameters) {
  const chosen = Object.entries({ temperature, top_p, max_tokens, seed })
  return Object.fromEntries(chosen.filter(([, value]) => value !== null))
}

function typescriptOf(body: object, origin: string): string {
  return [
    `import OpenAI from ${quoted('openai')}`,
    '',
    'const client = new OpenAI({',
    `  baseURL: '${origin}/v1',`,
    '  apiKey: process.env.GRIDLOOM_TOKEN,',
    '})',
    `const stream = await client.chat.completions.create(${JSON.stringify(body, null, 2)})`,
    'for await (const chunk of stream) {',
    "  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')",
    '}',
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text}'`
}

function pythonOf({ stream: _, ...body }: { stream: boolean }, origin: string): string {
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["GRIDLOOM_TOKEN"])`,
    'stream = client.chat.completions.create(',
    ...Object.entries(body).map(([name, value]) => `    ${name}=${indented(value)},`),
    '    stream=True,',
    ')',
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
  ].join('\n')
}

/** Texts, numbers and lists of them are written the same in JSON and in Python. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 4).replaceAll('\n', '\n    ')
}

function commandOf(modelId: ModelId, prompt: string, parameters: ChatParameters): string {
  const { system, temperature, top_p, max_tokens, seed } = parameters
  const options = Object.entries({
    '--system': system === '' ? null : system,
    '--temperature': temperature,
    '--top-p': top_p,
    '--max-tokens': max_tokens,
    '--seed': seed,
  }).flatMap(([name, value]) => (value === null ? [] : [name, quoteShell(String(value))]))
  return ['gridloom', 'chat', modelId, quoteShell(prompt), ...options].join(' ')
}
