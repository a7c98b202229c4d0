import { Refused } from '@gridloom/contract/errors'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'

interface Reason {
  platform: AgentPlatform
  /** A clause for users, without a full stop. */
  why: string
  cause?: unknown
}

/** The refusal of a bundle that cannot be served, with the reason for the caller. */
export function unavailable({ platform, why, cause }: Reason): Refused {
  return new Refused('agent_bundle_unavailable', { details: { platform, why }, cause })
}
