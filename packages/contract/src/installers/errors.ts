import type { ErrorTexts } from '../core/error-texts.ts'

export const installersErrors = {
  agent_pack_unavailable: {
    status: 503,
    text: 'This server cannot hand out the agent for {platform} right now: {why}.',
  },
} as const satisfies ErrorTexts
