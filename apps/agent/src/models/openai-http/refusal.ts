import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'
import { type AgentFailureCode, AgentRefused } from '../../refused.ts'
import { errorText } from './chunks.ts'

const ErrorBody = z.object({ error: z.unknown().optional(), message: z.string().optional() })
const Coded = z.object({ code: z.unknown(), type: z.unknown() }).partial()

/** Returns the refusal for the control plane, by the status and text of an engine's refusal. */
export function engineRefusal(status: number, body: string): AgentRefused {
  const { said, code } = read(body)
  if (status === 429 || status === 503) return refuse('busy', `The engine is busy: ${said}`)
  if (status === 401 || status === 403) {
    return refuse('engine_failed', 'The engine requires a key. Set GRIDLOOM_ENGINE_KEY.')
  }
  if (isAboutContext(code, said)) {
    return new AgentRefused('context_exceeded', said, { details: numbersIn(said) })
  }
  if (status === 501) return refuse('unsupported', said)
  if (status >= 400 && status < 500 && status !== 404) return refuse('unsupported', said)
  return refuse('engine_failed', `The engine returned ${status}: ${said}`)
}

/**
 * Returns the length of the prompt and its limit: engines name them in either order, and the larger one is the prompt.
 */
function numbersIn(said: string): Record<string, number> {
  const [one, other] = [...said.matchAll(/(\d+) ?tokens/g)].map(([, digits]) => Number(digits))
  if (one === undefined || other === undefined) return {}
  return { max: Math.min(one, other), tokens: Math.max(one, other) }
}

function refuse(code: AgentFailureCode, text: string): AgentRefused {
  return new AgentRefused(code, text)
}

function isAboutContext(code: string, said: string): boolean {
  return (
    /context_length|exceed_context/.test(code) ||
    /context (length|size|window)/i.test(said) ||
    // Text Generation Inference has no notion of a context, only limits of its inputs.
    /`inputs`.* must (be <=|have less than)/.test(said)
  )
}

function read(body: string): { said: string; code: string } {
  const parsed = ErrorBody.safeParse(jsonOf(body))
  if (!parsed.success) return { said: body.slice(0, 300), code: '' }
  const { error, message } = parsed.data
  const coded = Coded.safeParse(error)
  const code = coded.success ? `${coded.data.code ?? ''} ${coded.data.type ?? ''}` : ''
  return { said: error === undefined ? (message ?? '') : errorText(error), code }
}
