import { Failure } from '@gridloom/contract/core/replies'
import {
  type ErrorCode,
  type ErrorDetails,
  errorCodes,
  type FieldErrors,
} from '@gridloom/contract/errors'
import { OpenAiError } from '@gridloom/contract/models/openai-error'

/** An error response of the server. Switch on `code`; `message` is the text for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** Messages by field, if single fields of the input are invalid. */
  readonly fields: FieldErrors
  readonly details: ErrorDetails
  /** Seconds to wait before retrying, if the server sent them. */
  readonly retryAfterS: number | undefined

  constructor(refusal: Refusal) {
    super(refusal.text)
    this.code = refusal.code
    this.status = refusal.status
    this.fields = refusal.fields ?? {}
    this.details = refusal.details ?? {}
    this.retryAfterS = refusal.retryAfterS
  }
}

interface Refusal {
  code: ErrorCode
  status: number
  text: string
  fields?: FieldErrors | undefined
  details?: ErrorDetails | undefined
  retryAfterS?: number | undefined
}

/**
 * No usable response: the server could not be reached (`unreachable`), did not answer in time (`timeout`), or the
 * response broke off or had an unknown format (`broken`).
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly kind: 'unreachable' | 'timeout' | 'broken'

  constructor(kind: NetworkError['kind'], options: { cause?: unknown } = {}) {
    super(texts[kind], { cause: options.cause })
    this.kind = kind
  }
}

const texts = {
  unreachable: 'The server could not be reached.',
  timeout: 'The server did not respond in time.',
  broken: 'The connection to the server was lost.',
} as const satisfies Record<NetworkError['kind'], string>

/** The error of a call that requires a session when the user is signed out. */
export function signedOutError(): ApiError {
  return new ApiError({ code: 'unauthorized', status: 401, text: errorCodes.unauthorized.text })
}

/** Reads a failed response. A body in another format (a proxy's page) is mapped by its status alone. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = parseJson(await response.text())
  const openAi = OpenAiError.safeParse(body)
  if (openAi.success) return openAiError(response, openAi.data)
  const failure = Failure.safeParse(body)
  const code = failure.success && isErrorCode(failure.data.code) ? failure.data.code : undefined
  const known = code ?? codeOfStatus(response.status)
  return new ApiError({
    code: known,
    status: response.status,
    text: failure.success ? failure.data.error : plainText(known),
    fields: failure.data?.fields,
    details: failure.data?.details,
    retryAfterS: readRetryAfterS(response),
  })
}

/** Maps an error of `/v1` in OpenAI's format: by its code if that is one of ours, else by the status. */
function openAiError(response: Response, { error }: OpenAiError): ApiError {
  const { message: text, code, param } = error
  return new ApiError({
    code: code !== null && isErrorCode(code) ? code : codeOfStatus(response.status),
    status: response.status,
    text,
    fields: code === 'invalid_input' && param !== null ? { [param]: text } : undefined,
    retryAfterS: readRetryAfterS(response),
  })
}

/** Creates the error of a rejection in a frame, which has no HTTP status. */
export function refusedInFrame(code: string, text: string): ApiError {
  const known = isErrorCode(code) ? code : 'internal'
  return new ApiError({ code: known, status: errorCodes[known].status, text })
}

/** Whether the caller itself aborted the call; such an end is not shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}

function plainText(code: ErrorCode): string {
  return errorCodes[code].text.replace(/\{what\}/g, 'thing').replace(/\{(\w+)\}/g, '')
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 402) return 'insufficient_funds'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 409) return 'state_conflict'
  if (status === 413) return 'too_large'
  if (status === 415) return 'unsupported_type'
  if (status === 429) return 'too_many_requests'
  if (status === 502 || status === 504) return 'upstream_failed'
  if (status === 503) return 'not_ready'
  return status < 500 ? 'invalid_input' : 'internal'
}

function readRetryAfterS(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE a body that is not JSON is not an error of its own; the status says what happened
    return undefined
  }
}
