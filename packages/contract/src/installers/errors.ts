import type { ErrorTexts } from '../core/error-texts.ts'

export const installersErrors = {
  agent_bundle_unavailable: {
    status: 503,
    text: 'The agent for {platform} is not available right now: {why}.',
  },
  toolbox_unavailable: {
    status: 503,
    text: 'The toolbox for {platform} is not available right now: {why}.',
  },
} as const satisfies ErrorTexts
