import type { ErrorTexts } from '../core/error-texts.ts'

export const modelsErrors = {
  model_unknown: { status: 404, text: 'There is no model {model}.' },
  model_unavailable: {
    status: 503,
    text: 'No machine{among} serves {model} right now.',
  },
  model_not_allowed: { status: 403, text: 'This API key may not ask {model}.' },
  endpoints_busy: {
    status: 429,
    text: 'Every machine that serves {model} is full. Try again in {seconds} s.',
  },
  context_exceeded: {
    status: 400,
    text: 'The prompt has {tokens} tokens, and {model} reads at most {max} with its answer.',
  },
  unsupported_parameter: { status: 400, text: '{parameter} cannot be had here: {why}' },
} as const satisfies ErrorTexts
