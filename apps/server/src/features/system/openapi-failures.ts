import type { Auth, Endpoint } from '@gridloom/contract/core/endpoint'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { schemaRef } from './openapi-schemas.ts'

const ofAuth: Record<Auth, readonly ErrorCode[]> = {
  public: [],
  session: ['unauthorized', 'token_expired'],
  member: ['unauthorized', 'token_expired', 'access_code_required'],
  operator: ['unauthorized', 'token_expired', 'forbidden'],
  refresh: ['unauthorized', 'token_expired'],
  reset: ['unauthorized', 'token_expired'],
  machine: ['machine_refused'],
}

/** All error codes of an endpoint: its own, and those of its authentication and transport. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const sendsBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const bodyCodes = ['malformed_body', 'too_large', 'unsupported_type', 'body_too_slow'] as const
  return [
    ...new Set<ErrorCode>([
      'invalid_input',
      ...(sendsBody ? bodyCodes : []),
      ...ofAuth[endpoint.auth],
      ...ofKeys(endpoint),
      ...(endpoint.reauth === 'recent' ? (['confirmation_required'] as const) : []),
      ...(endpoint.auth === 'public' ? [] : (['account_suspended'] as const)),
      ...(actsForCompany(endpoint) ? (['membership_ended'] as const) : []),
      ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
      ...endpoint.errors,
      'too_many_requests',
      'internal',
      'not_ready',
    ]),
  ]
}

/** Codes with which API keys are refused: without the scope, or where only a signed-in user may call. */
function ofKeys({ auth, scope }: Endpoint): ErrorCode[] {
  if (auth === 'public' || auth === 'machine') return []
  return scope === null ? ['forbidden'] : ['scope_missing']
}

/** Whether the endpoint refuses a session that acts for a company which its user has left. */
function actsForCompany({ auth, membership }: Endpoint): boolean {
  return membership === 'held' && (auth === 'session' || auth === 'member' || auth === 'operator')
}

/** The failure responses of an endpoint by status, each with its codes and their texts. */
export function failureResponses(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => errorCodes[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      endpoint.transport === 'openai' ? openAiFailure(codes) : failureResponse(codes),
    ]),
  )
}

/** The failure of an OpenAI endpoint, in the error shape that OpenAI's clients parse. */
function openAiFailure(codes: readonly ErrorCode[]) {
  return {
    description: textsOf(codes),
    content: { 'application/json': { schema: { $ref: schemaRef('OpenAiError') } } },
  }
}

function textsOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${errorCodes[code].text}`).join('\n\n')
}

function failureResponse(codes: readonly ErrorCode[]) {
  const codeOnly = { type: 'object', properties: { code: { enum: codes } } }
  return {
    description: textsOf(codes),
    content: {
      'application/json': { schema: { allOf: [{ $ref: schemaRef('Failure') }, codeOnly] } },
    },
  }
}
