import type { ErrorTexts } from './error-texts.ts'

/** Errors of any area. */
export const commonErrors = {
  invalid_input: { status: 400, text: 'Invalid input.' },
  malformed_body: { status: 400, text: 'The request body is not valid JSON.' },
  unauthorized: { status: 401, text: 'Please log in again.' },
  forbidden: { status: 403, text: 'You do not have access to this resource.' },
  not_found: { status: 404, text: "This {what} does not exist, or you don't have access to it." },
  state_conflict: {
    status: 409,
    text: 'This action is not available while the {what} is {state}.',
  },
  idempotency_conflict: {
    status: 409,
    text: 'This Idempotency-Key was already used with a different request.',
  },
  body_too_slow: {
    status: 408,
    text: 'The request took too long to arrive. Send it again.',
  },
  limit_reached: { status: 409, text: 'You can have at most {max} {what}. Remove one first.' },
  daily_limit_reached: {
    status: 429,
    text: 'You have reached the daily limit of {max} {what}. Try again in {hours} h.',
  },
  too_large: { status: 413, text: 'The request exceeds the limit of {limit}.' },
  unsupported_type: { status: 415, text: 'Send the request as application/json.' },
  storage_full: {
    status: 507,
    text: 'The server is low on disk space and cannot accept new files. Try again later.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Try again in {seconds} s.' },
  upstream_failed: {
    status: 502,
    text: 'The machine returned an unexpected response. Try again.',
  },
  internal: { status: 500, text: 'Something went wrong on our side. The error has been logged.' },
  under_maintenance: { status: 503, text: 'The platform is under maintenance.' },
  not_ready: { status: 503, text: 'The server is starting or stopping. Try again.' },
} as const satisfies ErrorTexts
