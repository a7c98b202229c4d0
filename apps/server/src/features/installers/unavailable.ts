import { Refused } from '@gridloom/contract/errors'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'

interface Reason {
  platform: AgentPlatform
  /** For people: half a sentence, without a dot. */
  why: string
  cause?: unknown
}

/** No pack can be handed out; the caller reads why. */
export function unavailable({ platform, why, cause }: Reason): Refused {
  return new Refused('agent_pack_unavailable', { details: { platform, why }, cause })
}
