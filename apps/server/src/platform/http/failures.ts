import { limits } from '@gridloom/contract/core/constants'
import type { Failure } from '@gridloom/contract/core/replies'
import { Refused } from '@gridloom/contract/errors'
import { z } from 'zod'
import { sqlStateOf } from '../database/transact.ts'
import { fieldRefusal } from './field-refusal.ts'

/** The parts of a request that an error response mentions. */
interface FailedRequest {
  bodyBytesMax: number
}

/** Maps any thrown error to the one that the caller receives. */
export function refusalFrom(
  error: unknown,
  { bodyBytesMax }: FailedRequest = { bodyBytesMax: limits.jsonBodyBytes },
): Refused {
  if (error instanceof Refused) return error
  if (error instanceof z.ZodError) return fieldRefusal(error)
  const known = fastifyRefusals.get(sqlStateOf(error))
  if (known !== undefined) return known(error, bodyBytesMax)
  if (unreachable.has(sqlStateOf(error)))
    return new Refused('not_ready', { cause: error, internal: 'database unreachable' })
  return new Refused('internal', {
    cause: error,
    internal: error instanceof Error ? error.message : String(error),
  })
}

/** The body of an error response: contains neither `internal` nor `cause`. */
export function failureBody(refused: Refused): Failure {
  return {
    status: 'error',
    error: refused.publicText,
    code: refused.code,
    ...(refused.fields === undefined ? {} : { fields: { ...refused.fields } }),
    ...(Object.keys(refused.details).length === 0 ? {} : { details: { ...refused.details } }),
  }
}

/** Errors of the HTTP server itself, before a handler is reached. */
const fastifyRefusals = new Map<string, (error: unknown, bodyBytesMax: number) => Refused>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', (cause, bodyBytesMax) => tooLarge(bodyBytesMax, cause)],
  // A path that leads out of the web app's folder.
  [
    'FST_STATIC_FORBIDDEN_PATH',
    (cause) => new Refused('not_found', { details: { what: 'address' }, cause }),
  ],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', (cause) => new Refused('unsupported_type', { cause })],
  ['FST_ERR_CTP_INVALID_JSON_BODY', (cause) => new Refused('malformed_body', { cause })],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', (cause) => new Refused('malformed_body', { cause })],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', (cause) => new Refused('malformed_body', { cause })],
])

/** A body that is larger than its endpoint accepts. */
export function tooLarge(bytesMax: number, cause?: unknown): Refused {
  return new Refused('too_large', { details: { limit: sizeOf(bytesMax) }, cause })
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 2
    ? `${Math.round(bytes / 1024)} KiB`
    : `${Math.round(bytes / 1024 ** 2)} MiB`
}

/** The database is starting, stopping or down: worth a retry, not a fault of the request. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '53300',
])
