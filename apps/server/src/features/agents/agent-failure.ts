import type { ClientHttp2Stream } from 'node:http2'
import { AgentFailure } from '@gridloom/contract/agent/protocol'
import { Refused } from '@gridloom/contract/errors'
import type { AnswerHeaders } from './streams.ts'
import { bytesOf } from './streams.ts'

const failureBytesMax = 64 * 1024

/** What an agent's refusal becomes for the caller: 404 and 409 keep their meaning, all else is the machine's fault. */
export async function refusalOf(
  stream: ClientHttp2Stream,
  headers: AnswerHeaders,
): Promise<Refused> {
  const status = headers[':status'] ?? 0
  const text = await readText(stream)
  const failure = AgentFailure.safeParse(parseJson(text))
  const said = failure.success ? failure.data.error : text.slice(0, 200)
  const internal = `the agent answered ${status}: ${said}`
  if (status === 404) return new Refused('not_found', { details: { what: 'instance' }, internal })
  if (status === 409) {
    const details = { what: 'instance', state: 'in its present state', said }
    return new Refused('state_conflict', { details, internal })
  }
  return new Refused('upstream_failed', { details: { said }, internal })
}

async function readText(stream: ClientHttp2Stream): Promise<string> {
  let text = ''
  for await (const part of bytesOf(stream)) {
    text += part.toString()
    if (text.length > failureBytesMax) break
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE what is not JSON is shown as the text it is.
    return undefined
  }
}
