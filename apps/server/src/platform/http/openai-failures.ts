import type { ErrorCode, Refused } from '@gridloom/contract/errors'
import type { OpenAiError } from '@gridloom/contract/models/openai-error'

/** Whether an address belongs to the OpenAI-compatible API, whose errors have OpenAI's shape. */
export function isOpenAiAddress(url: string): boolean {
  return url.startsWith('/v1/') || url === '/v1'
}

type OpenAiOverride = Partial<Omit<OpenAiError['error'], 'type'>>

/** OpenAI's words and codes where they differ from ours. Source: platform.openai.com/docs/guides/error-codes */
const overrides: Partial<Record<ErrorCode, OpenAiOverride>> = {
  unauthorized: {
    message: 'Incorrect API key provided. You can find your API keys in your account settings.',
    code: 'invalid_api_key',
  },
  insufficient_funds: { code: 'insufficient_quota' },
  account_budget_exceeded: { code: 'insufficient_quota' },
  project_budget_exceeded: { code: 'insufficient_quota' },
  key_budget_exceeded: { code: 'insufficient_quota' },
  model_unknown: { code: 'model_not_found', param: 'model' },
  model_unavailable: { param: 'model' },
  model_not_allowed: { param: 'model' },
  context_exceeded: { code: 'context_length_exceeded' },
  too_many_requests: { code: 'rate_limit_exceeded' },
}

const missingKey: OpenAiOverride = {
  message:
    'You didn’t provide an API key. Send it in an Authorization header with Bearer auth: `Authorization: Bearer YOUR_KEY`.',
  code: 'invalid_api_key',
}

/** The parameter with the prompt, where it is not `messages`. */
const promptParams = new Map([
  ['/v1/completions', 'prompt'],
  ['/v1/embeddings', 'input'],
])

/** The body of an error in OpenAI's shape: contains neither `internal` nor `cause`. */
export function openAiFailure(refused: Refused, url: string): OpenAiError {
  return {
    error: {
      message: messageOf(refused),
      type: typeOf(refused),
      param: paramOf(refused, url),
      code: refused.code,
      ...overrideOf(refused),
    },
  }
}

function overrideOf({ code, details }: Refused): OpenAiOverride {
  if (code === 'unauthorized' && details.credential === 'missing') return missingKey
  const { model, max, tokens } = details
  if (code === 'model_unknown')
    return {
      ...overrides[code],
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
    }
  if (code === 'context_exceeded')
    return {
      ...overrides[code],
      message: `This model’s maximum context length is ${max} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    }
  return overrides[code] ?? {}
}

function messageOf({ publicText, fields }: Refused): string {
  if (fields === undefined) return publicText
  const wrong = Object.entries(fields).map(([name, complaint]) => `${name}: ${complaint}`)
  return [publicText, ...wrong.slice(0, 10)].join(' ')
}

/** Returns the first invalid field, or the parameter that an error names. */
function paramOf({ code, fields, details }: Refused, url: string): string | null {
  if (code === 'context_exceeded') return promptParams.get(url) ?? 'messages'
  if (fields !== undefined) return Object.keys(fields)[0] ?? null
  return typeof details.parameter === 'string' ? details.parameter : null
}

function typeOf({ status }: Refused): OpenAiError['error']['type'] {
  if (status === 402) return 'insufficient_quota'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}
