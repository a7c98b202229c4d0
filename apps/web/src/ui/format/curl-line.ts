import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'

/** The input of a call, as plain values. */
export interface CodeInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  body?: unknown
}

/** Returns the call as a curl command; the token is `$GRIDLOOM_TOKEN`, never in clear text. */
export function curlLine(endpoint: EndpointFacts, input: CodeInput, origin: string): string {
  const address = `${origin}${fillPath(endpoint.path, input.params)}${queryText(input.query)}`
  const parts = [
    endpoint.method === 'GET' ? 'curl' : `curl -X ${endpoint.method}`,
    quoteShell(address),
  ]
  const lines = [parts.join(' ')]
  if (endpoint.auth !== 'public') lines.push('-H "Authorization: Bearer $GRIDLOOM_TOKEN"')
  if (input.body !== undefined) {
    lines.push("-H 'Content-Type: application/json'")
    lines.push(`-d ${quoteShell(bodyText(input.body))}`)
  }
  if (endpoint.transport === 'sse') lines.push('-N')
  return lines.join(' \\\n  ')
}

function fillPath(path: string, params: CodeInput['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? name))
}

/** Writes a short body on one line, a long one with a line per property. */
function bodyText(body: unknown): string {
  const short = JSON.stringify(body)
  return short.length <= 60 ? short : JSON.stringify(body, null, 2)
}

function queryText(query: CodeInput['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
