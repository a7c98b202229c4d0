import type { ModelId } from '@gridloom/contract/models'
import { openai } from '@gridloom/contract/openai'
import { curlLine, quoteShell } from '../../lib/api/code.ts'

/** One question in each of the ways in which a program may ask it. */
export interface ModelLines {
  curl: string
  typescript: string
  python: string
  cli: string
}

/** The package of both languages. */
const client = 'openai'
const prompt = 'Why is the sky blue?'

/** The same question with curl, the `openai` client of two languages, and our command line; the key only by name. */
export function modelLines(id: ModelId, origin: string): ModelLines {
  const messages = [{ role: 'user', content: prompt }]
  return {
    curl: curlLine(openai.chatCompletions, { body: { model: id, messages } }, origin),
    typescript: [
      `import OpenAI from ${JSON.stringify(client)}`,
      '',
      'const client = new OpenAI({',
      `  baseURL: '${origin}/v1',`,
      '  apiKey: process.env.GRIDLOOM_TOKEN,',
      '})',
      'const stream = await client.chat.completions.create({',
      `  model: '${id}',`,
      `  messages: [{ role: 'user', content: '${prompt}' }],`,
      '  stream: true,',
      '})',
      'for await (const chunk of stream) {',
      "  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')",
      '}',
    ].join('\n'),
    python: [
      'import os',
      `from ${client} import OpenAI`,
      '',
      `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["GRIDLOOM_TOKEN"])`,
      'stream = client.chat.completions.create(',
      `    model="${id}",`,
      `    messages=[{"role": "user", "content": "${prompt}"}],`,
      '    stream=True,',
      ')',
      'for chunk in stream:',
      '    if chunk.choices:',
      '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
    ].join('\n'),
    cli: `gridloom chat ${id} ${quoteShell(prompt)}`,
  }
}
