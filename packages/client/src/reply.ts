import type { Endpoint } from '@gridloom/contract/core/endpoint'
import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { NetworkError } from './api-error.ts'
import type { LooseInput } from './call-options.ts'
import { limitCall, networkFailure, type Sender, send } from './request.ts'

/** A response that violates the contract. */
export interface Mismatch {
  endpoint: EndpointFacts
  /** The violations and their paths, one per line. */
  problems: string[]
}

/** Turns each mismatch into an error: for tests and development. */
export function throwOnMismatch({ endpoint, problems }: Mismatch): void {
  throw new Error(`${endpoint.method} ${endpoint.path} answered out of contract: ${problems}`)
}

/** An endpoint, with its schema where responses are checked. */
type Replying = EndpointFacts & Partial<Pick<Endpoint, 'response'>>

interface ReplyParts {
  sender: Sender
  onMismatch?: ((mismatch: Mismatch) => void) | undefined
}

/** Sends the call and resolves with the response, without its envelope. */
export async function callForReply(
  { sender, onMismatch }: ReplyParts,
  endpoint: Replying,
  input: LooseInput,
): Promise<unknown> {
  const response = await send(sender, endpoint, input)
  const body = await readJson(sender, response, input)
  const reply = endpoint.transport === 'data' ? unwrap(body) : body
  if (onMismatch) {
    const problems = problemsOf(endpoint, reply)
    if (problems.length > 0) onMismatch({ endpoint, problems })
  }
  return reply
}

async function readJson(sender: Sender, response: Response, input: LooseInput): Promise<unknown> {
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  const cancel = limitCall(sender, input, () => {
    limit.abort()
    late.reject(new NetworkError('timeout'))
  })
  try {
    return JSON.parse(await Promise.race([response.text(), late.promise]))
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new NetworkError('broken', { cause })
    throw networkFailure(cause, { caller: input.signal, limit: limit.signal })
  } finally {
    cancel()
  }
}

function unwrap(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new NetworkError('broken')
  }
  return body.data
}

/** An unknown field is not a problem: a newer server may send more. */
function problemsOf({ response }: Replying, reply: unknown): string[] {
  const parsed = response?.safeParse(reply)
  if (parsed === undefined || parsed.success) return []
  return parsed.error.issues
    .filter((issue) => issue.code !== 'unrecognized_keys')
    .map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`)
}
