import type { CallExample } from './call-example.ts'
import { curlSample } from './curl-sample.ts'
import { pythonSample } from './python-sample.ts'
import { typescriptSample } from './typescript-sample.ts'

/** One example of `x-codeSamples`. Source: redocly.com/docs/api-reference-docs/specification-extensions/x-code-samples */
interface CodeSample {
  lang: string
  label: string
  source: string
}

/**
 * Programs that make one call, to copy: with curl, TypeScript (Node.js 24, no packages) and Python (3.9, standard
 * library). The token is read from `GRIDLOOM_TOKEN`. Sockets and agents' calls have none.
 */
export function codeSamples(call: CallExample, origin: string): CodeSample[] {
  const { transport, auth } = call.endpoint
  if (transport === 'websocket' || transport === 'redirect' || auth === 'machine') return []
  const samples = [{ lang: 'Shell', label: 'curl', source: curlSample(call, origin) }]
  if (transport === 'tus') return samples
  return [
    ...samples,
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(call, origin) },
    { lang: 'Python', label: 'Python', source: pythonSample(call, origin) },
  ]
}
