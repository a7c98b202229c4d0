import type { ModelFailure } from '@gridloom/contract/agent/models'
import { agentLimits } from '@gridloom/contract/core/agent-limits'

const servingModels = {
  busy: 409,
  context_exceeded: 400,
  not_serving: 404,
  unsupported: 400,
  engine_failed: 502,
  request_failed: 502,
} as const satisfies Record<ModelFailure, number>

/** The reasons for which the agent rejects a call, with the HTTP status of the response. */
export const agentFailures = {
  invalid_input: 400,
  not_found: 404,
  state_conflict: 409,
  upstream_failed: 502,
  ...servingModels,
} as const
export type AgentFailureCode = keyof typeof agentFailures

/** A rejection by the agent: a closed code and a text for users. */
export class AgentRefused extends Error {
  override readonly name = 'AgentRefused'
  readonly code: AgentFailureCode
  /** The numbers in the text. */
  readonly details: Readonly<Record<string, number>>

  constructor(
    code: AgentFailureCode,
    text: string,
    { details = {}, cause }: { details?: Readonly<Record<string, number>>; cause?: unknown } = {},
  ) {
    super(text.slice(0, agentLimits.failureChars), { cause })
    this.code = code
    this.details = details
  }
}

/** Converts any error to a rejection; an unexpected error keeps its message. */
export function asRefused(cause: unknown): AgentRefused {
  if (cause instanceof AgentRefused) return cause
  return new AgentRefused('upstream_failed', cause instanceof Error ? cause.message : String(cause))
}
