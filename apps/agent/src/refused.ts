/** Why the agent refuses a call, with the HTTP status of the answer. */
export const agentFailures = {
  invalid_input: 400,
  not_found: 404,
  state_conflict: 409,
  upstream_failed: 502,
} as const
export type AgentFailureCode = keyof typeof agentFailures

/** A refusal by the agent: a closed code and a text that a person may read. */
export class AgentRefused extends Error {
  override readonly name = 'AgentRefused'
  readonly code: AgentFailureCode

  constructor(code: AgentFailureCode, text: string, options: { cause?: unknown } = {}) {
    super(text, options)
    this.code = code
  }
}
