import type { ClientHttp2Stream } from 'node:http2'
import { AgentFailure } from '@gridloom/contract/agent/protocol'
import { plainText } from '@gridloom/contract/core/plain-text'
import { Refused } from '@gridloom/contract/errors'
import type { AnswerHeaders } from './streams.ts'
import { answerBytes } from './streams.ts'

const failureBytesMax = 64 * 1024

const saidCharsMax = 300

/** Reads an agent's error response to a call and maps it to an error for the caller. */
export async function agentRefusal(
  stream: ClientHttp2Stream,
  headers: AnswerHeaders,
): Promise<Refused> {
  const status = headers[':status'] ?? 0
  const text = await readText(stream)
  const failure = AgentFailure.safeParse(parseJson(text))
  if (failure.success) return refusalFor(failure.data, status)
  return refusalFor({ code: '', error: text.slice(0, 200), details: {} }, status)
}

/**
 * Maps an agent's error to one for the caller: codes of serving models stay, 404 and 409 keep their meaning, and any
 * other is the machine's fault.
 */
export function refusalFor(failure: AgentFailure, status = 0): Refused {
  const said = plainText(failure.error, saidCharsMax)
  const internal = `the agent answered ${status === 0 ? failure.code : status}: ${said}`
  const refused = inferenceRefusal(failure, internal)
  if (refused !== undefined) return refused
  if (status === 404) return new Refused('not_found', { details: { what: 'instance' }, internal })
  if (status === 409) {
    const details = { what: 'instance', state: 'in its present state', said }
    return new Refused('state_conflict', { details, internal })
  }
  return new Refused('upstream_failed', { details: { said }, internal })
}

/** Maps codes of `modelFailures`. The caller adds details that only it has, such as the model's id. */
function inferenceRefusal(
  { code, error, details }: AgentFailure,
  internal: string,
): Refused | undefined {
  const said = plainText(error, saidCharsMax)
  switch (code) {
    case 'busy':
      return new Refused('endpoints_busy', { details: { seconds: 1, ...details }, internal })
    case 'context_exceeded':
      return new Refused('context_exceeded', { details, internal })
    case 'unsupported':
      return new Refused('unsupported_parameter', {
        details: { parameter: 'A part of this', why: said },
        internal,
      })
    case 'request_failed':
      return new Refused('upstream_failed', { details: { said, fault: 'request' }, internal })
    case 'not_serving':
    case 'engine_failed':
      return new Refused('upstream_failed', { details: { said }, internal })
    default:
      return undefined
  }
}

async function readText(stream: ClientHttp2Stream): Promise<string> {
  let text = ''
  for await (const part of answerBytes(stream)) {
    text += part.toString()
    if (text.length > failureBytesMax) break
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE a body that is not JSON is shown as text.
    return undefined
  }
}
