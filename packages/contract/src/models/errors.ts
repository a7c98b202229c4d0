import type { ErrorTexts } from '../core/error-texts.ts'

export const modelsErrors = {
  model_unknown: { status: 404, text: 'Model {model} not found.' },
  model_unavailable: {
    status: 503,
    text: 'No machine{among} serves {model} right now.',
  },
  model_not_allowed: { status: 403, text: 'This API key does not have access to {model}.' },
  endpoints_busy: {
    status: 429,
    text: 'All machines that serve {model} are at capacity. Try again in {seconds} s.',
  },
  context_exceeded: {
    status: 400,
    text: 'The prompt has {tokens} tokens, but {model} supports at most {max} including the answer.',
  },
  unsupported_parameter: { status: 400, text: '{parameter} is not supported: {why}' },
} as const satisfies ErrorTexts
