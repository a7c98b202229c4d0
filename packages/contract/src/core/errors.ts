import type { ErrorTexts } from './error-texts.ts'

/** Errors of any area. */
export const commonErrors = {
  invalid_input: { status: 400, text: 'Some fields are not right.' },
  malformed_body: { status: 400, text: 'The request body is not valid JSON.' },
  unauthorized: { status: 401, text: 'Please log in again.' },
  forbidden: { status: 403, text: 'You do not have access to this resource.' },
  not_found: { status: 404, text: 'There is no such {what}, or it is not yours.' },
  state_conflict: { status: 409, text: 'This cannot be done while the {what} is {state}.' },
  idempotency_conflict: {
    status: 409,
    text: 'This Idempotency-Key was used before with a different request.',
  },
  body_too_slow: {
    status: 408,
    text: 'The request took too long to arrive. Please send it again.',
  },
  limit_reached: { status: 409, text: 'There can be at most {max} {what}. Remove one first.' },
  daily_limit_reached: {
    status: 429,
    text: 'You have reached the daily limit of {max} {what}. Try again in {hours} h.',
  },
  too_large: { status: 413, text: 'The request is larger than the {limit} allowed.' },
  unsupported_type: { status: 415, text: 'Send the request as application/json.' },
  storage_full: {
    status: 507,
    text: 'This server is short of disk space and takes no new files right now. Please try again later.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Try again in {seconds} s.' },
  upstream_failed: {
    status: 502,
    text: 'The machine did not answer as it should. Please try again.',
  },
  internal: { status: 500, text: 'Something went wrong on our side. It has been noted.' },
  under_maintenance: { status: 503, text: 'The platform is under maintenance.' },
  not_ready: { status: 503, text: 'The server is starting or stopping. Please try again.' },
} as const satisfies ErrorTexts
