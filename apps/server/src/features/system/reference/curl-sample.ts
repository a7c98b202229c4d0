import { type CallExample, exampleUrl, headersOf } from './call-example.ts'

/** A command for curl; the body is readable JSON in single quotes. */
export function curlSample(call: CallExample, origin: string): string {
  const { method, transport } = call.endpoint
  const streams = transport === 'sse' ? ' --no-buffer' : ''
  const lines = [
    `curl${streams}${method === 'GET' ? '' : ` -X ${method}`} '${exampleUrl(call, origin)}'`,
    ...headersOf(call, '$GRIDLOOM_TOKEN').map(([name, value]) => `-H "${name}: ${value}"`),
    ...(call.body === undefined ? [] : [`-d '${quoted(JSON.stringify(call.body, null, 2))}'`]),
    ...(transport === 'tus' ? ['--data-binary @scene.blend'] : []),
    ...(transport === 'file' ? ['--output download'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** Text within single quotes of a POSIX shell. */
function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`)
}
