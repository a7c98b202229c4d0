import { type CallExample, exampleUrl, headersOf } from './call-example.ts'
import texts from './typescript-texts.json' with { type: 'json' }

/** A program for Node.js 24; `fetch` makes it run in a browser too, but for the environment variable. */
export function typescriptSample(call: CallExample, origin: string): string {
  return [opening(call, origin), texts.failure, reading(call)].join('\n')
}

function opening(call: CallExample, origin: string): string {
  const { method } = call.endpoint
  const headers = headersOf(call, texts.token).map(
    ([name, value]) => `    ${quotedName(name)}: ${literal(value)},`,
  )
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${indented(call.body)}),`]),
  ]
  const address = `'${exampleUrl(call, origin)}'`
  if (options.length === 0) return `const response = await fetch(${address})`
  return [`const response = await fetch(${address}, {`, ...options, '})'].join('\n')
}

function quotedName(name: string): string {
  return name.includes('-') ? `'${name}'` : name
}

function literal(value: string): string {
  return value.includes('{') ? `\`${value}\`` : `'${value}'`
}

/** JSON is a JavaScript expression; its lines are indented to where they stand. */
function indented(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function reading({ endpoint: { transport } }: CallExample): string {
  switch (transport) {
    case 'sse':
      return [
        'const decoder = new TextDecoder()',
        'for await (const chunk of response.body ?? [])',
        '  process.stdout.write(decoder.decode(chunk, { stream: true }))',
      ].join('\n')
    case 'file':
      return [
        "const { writeFile } = await import('node:fs/promises')",
        "await writeFile('download', new Uint8Array(await response.arrayBuffer()))",
      ].join('\n')
    case 'data':
      return 'const { data } = await response.json()\nconsole.log(data)'
    default:
      return 'console.log(await response.json())'
  }
}
