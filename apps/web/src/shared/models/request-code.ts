import { endpoints } from 'virtual:api-facts'
import type { ChatParameters } from '@gridloom/contract/chat/chat'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { curlLine } from '../../ui/format/curl-line.ts'

/** One request in each form that a program can send it. */
export interface RequestLines {
  curl: string
  typescript: string
  python: string
  cli: string
}

interface RequestInput {
  modelId: ModelId
  /** The messages up to and including the last prompt; if omitted, an example prompt. */
  said?: readonly PromptMessage[]
  /** If omitted, the engine's defaults. */
  parameters?: ChatParameters
  origin: string
}

export interface PromptMessage {
  role: 'user' | 'assistant'
  content: string
}

const anyQuestion: PromptMessage = { role: 'user', content: 'Why is the sky blue?' }

/** Returns a request as curl, as the `openai` client in two languages, and as a CLI command; the key is a variable. */
export function requestLines(input: RequestInput): RequestLines {
  const { modelId, origin, said = [], parameters } = input
  const { system = '', ...sampling } = parameters ?? {}
  const asked = said.length === 0 ? [anyQuestion] : said
  const messages = system === '' ? asked : [{ role: 'system', content: system }, ...asked]
  const body = { model: modelId, messages, ...chosenOf(sampling), stream: true }
  return {
    curl: curlLine(endpoints.openai.chatCompletions, { body }, origin),
    typescript: typescriptOf(body, origin),
    python: pythonOf(body, origin),
    cli: commandOf({ modelId, prompt: asked.at(-1)?.content ?? '', system, sampling }),
  }
}

/** Drops unset parameters, so that the engine's defaults apply. */
function chosenOf(sampling: object): object {
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== null))
}

/** Name of the package in both languages. */
const client = 'openai'

function typescriptOf(body: object, origin: string): string {
  return [
    `import OpenAI from ${JSON.stringify(client)}`,
    '',
    'const client = new OpenAI({',
    `  baseURL: "${origin}/v1",`,
    '  apiKey: process.env.GRIDLOOM_TOKEN,',
    '})',
    `const stream = await client.chat.completions.create(${withBareNames(body)})`,
    'for await (const chunk of stream) {',
    '  process.stdout.write(chunk.choices[0]?.delta?.content ?? "")',
    '}',
  ].join('\n')
}

/** Unquotes property names. A line starts with a name or a bracket, as line breaks within texts are written as `\n`. */
function withBareNames(body: object): string {
  return JSON.stringify(body, null, 2).replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
}

function pythonOf(body: object, origin: string): string {
  return [
    'import os',
    `from ${client} import OpenAI`,
    '',
    `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["GRIDLOOM_TOKEN"])`,
    'stream = client.chat.completions.create(',
    ...Object.entries(body).map(([name, value]) => `    ${name}=${inPython(value)},`),
    ')',
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
  ].join('\n')
}

/** Writes a value in Python; texts, numbers and lists of them are the same as in JSON. */
function inPython(value: unknown): string {
  return value === true ? 'True' : JSON.stringify(value, null, 4).replaceAll('\n', '\n    ')
}

interface Command {
  modelId: ModelId
  prompt: string
  system: string
  sampling: Partial<Omit<ChatParameters, 'system'>>
}

function commandOf({ modelId, prompt, system, sampling }: Command): string {
  const chosen = Object.entries(chosenOf({ system: system || null, ...sampling }))
  const options = chosen.flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    quoteShell(String(value)),
  ])
  return ['gridloom', 'chat', modelId, quoteShell(prompt), ...options].join(' ')
}
