import { limits } from '@gridloom/contract/constants'
import { Refused } from '@gridloom/contract/errors'
import type { Failure } from '@gridloom/contract/replies'
import { z } from 'zod'
import { codeOf } from '../database/connect.ts'

/** What a refusal says of the request that met it. */
interface Asked {
  bodyBytesMax: number
}

/** The one mapper: whatever was thrown, as the refusal that the caller gets. */
export function refusalFrom(
  error: unknown,
  { bodyBytesMax }: Asked = { bodyBytesMax: limits.jsonBodyBytes },
): Refused {
  if (error instanceof Refused) return error
  if (error instanceof z.ZodError) return fieldRefusal(error)
  const known = fastifyRefusals.get(codeOf(error))
  if (known !== undefined) return known(error, bodyBytesMax)
  if (unreachable.has(codeOf(error)))
    return new Refused('not_ready', { cause: error, internal: 'database unreachable' })
  return new Refused('internal', {
    cause: error,
    internal: error instanceof Error ? error.message : String(error),
  })
}

/** The body of a failure: nothing of `internal` or `cause` is in it. */
export function failureBody(refused: Refused): Failure {
  return {
    status: 'error',
    error: refused.publicText,
    code: refused.code,
    ...(refused.fields === undefined ? {} : { fields: { ...refused.fields } }),
    ...(Object.keys(refused.details).length === 0 ? {} : { details: { ...refused.details } }),
  }
}

/** Each wrong field with its first complaint, unknown ones by name. `whole` names what was parsed when all of it is wrong. */
export function fieldRefusal(error: z.ZodError, whole = 'body'): Refused {
  const complaints = error.issues.flatMap((issue): [string, string][] => {
    const at = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [[at === '' ? whole : at, issue.message]]
    const named = issue.keys.map((key) => (at === '' ? key : `${at}.${key}`))
    return named.map((name) => [name, 'This field is not known here.'])
  })
  // The first of each field counts, so it comes last. Names are the caller's: `constructor` is one as well.
  const fields = Object.fromEntries(complaints.toReversed())
  return new Refused('invalid_input', { fields, cause: error })
}

/** What the HTTP server itself refuses before a handler is reached. */
const fastifyRefusals = new Map<string, (error: unknown, bodyBytesMax: number) => Refused>([
  [
    'FST_ERR_CTP_BODY_TOO_LARGE',
    (cause, bodyBytesMax) => {
      const limit = `${Math.round(bodyBytesMax / 1024 ** 2)} MiB`
      return new Refused('too_large', { details: { limit }, cause })
    },
  ],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', (cause) => new Refused('unsupported_type', { cause })],
  ['FST_ERR_CTP_INVALID_JSON_BODY', (cause) => new Refused('malformed_body', { cause })],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', (cause) => new Refused('malformed_body', { cause })],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', (cause) => new Refused('malformed_body', { cause })],
])

/** The database is starting, stopping or away: worth another try, not a fault of the request. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '53300',
])
