import { computerKeptForDays } from './constants.ts'

/**
 * The closed list of error codes. Each has its HTTP status and the text a person may read; `{name}`
 * in a text is filled from the details given to {@link Refused}. The web app, the CLI and scripts
 * switch on the code, never on the text.
 */
export const errorCodes = {
  invalid_input: { status: 400, text: 'Some fields are not right.' },
  malformed_body: { status: 400, text: 'The request body is not valid JSON.' },
  captcha_failed: { status: 400, text: 'The human check did not pass. Please try again.' },
  access_code_invalid: { status: 400, text: 'This access code is not valid.' },
  credentials_wrong: { status: 400, text: 'The e-mail or the password is wrong.' },
  code_wrong: { status: 400, text: 'Invalid OTP. Check the code, or ask for a new one.' },
  login_expired: { status: 400, text: 'This sign-in took too long. Please start it again.' },
  passkey_refused: { status: 400, text: 'This passkey was not accepted. Please try again.' },
  enrolment_token_invalid: {
    status: 400,
    text: 'This enrolment token is used, expired or unknown. Make a new one on the Machines page.',
  },
  unauthorized: { status: 401, text: 'Please log in again.' },
  machine_refused: { status: 401, text: 'This machine is not known or its key was revoked.' },
  insufficient_funds: {
    status: 402,
    text: 'The balance does not cover this: {need} is needed, {have} is there.',
  },
  token_expired: { status: 403, text: 'The token has expired. Refresh it and try again.' },
  forbidden: { status: 403, text: 'You do not have access to this resource.' },
  access_code_required: { status: 403, text: 'Enter an access code to use this part of the beta.' },
  email_unverified: { status: 403, text: 'Verify your e-mail address first.' },
  account_suspended: { status: 403, text: 'This account is suspended. Write to the operator.' },
  membership_ended: {
    status: 403,
    text: 'You are no longer a member of this company. Switch to your personal account to continue.',
  },
  confirmation_required: { status: 403, text: 'Confirm that it is you first.' },
  scope_missing: { status: 403, text: 'This API key lacks the scope {scope}.' },
  not_found: { status: 404, text: 'There is no such {what}, or it is not yours.' },
  state_conflict: { status: 409, text: 'This cannot be done while the {what} is {state}.' },
  scene_broken: { status: 400, text: 'This file cannot be rendered: {why}' },
  upload_mismatch: {
    status: 400,
    text: 'What arrived is not what was announced. Please upload the file again.',
  },
  budget_too_small: {
    status: 409,
    text: 'The budget of {budget} is below what is charged and rendering already: {used}.',
  },
  price_changed: {
    status: 409,
    text: '{what} {now} now, not {shown}. Check the price before you go on.',
  },
  offer_taken: { status: 409, text: 'This offer was just taken.{next}' },
  quote_expired: { status: 409, text: 'This quote has expired or was used. Ask for a new one.' },
  machine_offline: { status: 409, text: 'The machine is not connected right now.' },
  computer_enrolled: {
    status: 409,
    text: `This computer is already in use as a machine. Remove that machine first, or try again once it has been offline for ${computerKeptForDays} days.`,
  },
  machine_in_use: {
    status: 409,
    text: 'The machine still has {count} rented. They must end before this can be done.',
  },
  idempotency_conflict: {
    status: 409,
    text: 'This Idempotency-Key was used before with a different request.',
  },
  credit_not_movable: {
    status: 402,
    text: 'Welcome credit cannot be moved to another account. You can move {have} of your balance.',
  },
  key_budget_exceeded: {
    status: 402,
    text: 'The budget of this API key does not cover this: {need} is needed, {have} is left.',
  },
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
  body_too_slow: {
    status: 408,
    text: 'The request took too long to arrive. Please send it again.',
  },
  account_in_use: { status: 409, text: 'The account still has {what}. This must end first.' },
  last_way_in: {
    status: 409,
    text: 'This is the only way to sign in to the account. Add another one first.',
  },
  limit_reached: { status: 409, text: 'There can be at most {max} {what}. Remove one first.' },
  daily_limit_reached: {
    status: 429,
    text: 'You have reached the daily limit of {max} {what}. Try again in {hours} h.',
  },
  last_owner: { status: 409, text: 'A company needs an owner. Make somebody else one first.' },
  too_large: { status: 413, text: 'The request is larger than the {limit} allowed.' },
  unsupported_type: { status: 415, text: 'Send the request as application/json.' },
  joining_limited: {
    status: 429,
    text: 'Too many people joined with this code or from this network today. Please try again tomorrow.',
  },
  storage_full: {
    status: 507,
    text: 'This server is short of disk space and takes no new files right now. Please try again later.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Try again in {seconds} s.' },
  picture_not_ready: { status: 409, text: 'This picture is not there yet.' },
  upstream_failed: {
    status: 502,
    text: 'The machine did not answer as it should. Please try again.',
  },
  provider_down: {
    status: 502,
    text: '{provider} does not answer right now. Please try again in a minute.',
  },
  internal: { status: 500, text: 'Something went wrong on our side. It has been noted.' },
  under_maintenance: { status: 503, text: 'The platform is under maintenance.' },
  agent_pack_unavailable: {
    status: 503,
    text: 'This server cannot hand out the agent for {platform} right now: {why}.',
  },
  not_ready: { status: 503, text: 'The server is starting or stopping. Please try again.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCodes
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>
export type FieldErrors = Readonly<Record<string, string>>

/** What accompanies a refusal beyond its code. `internal` is for us alone and never leaves the server. */
export interface RefusedOptions {
  details?: ErrorDetails
  fields?: FieldErrors
  internal?: string
  cause?: unknown
}

/** The one error family: a closed code, what the caller may read, and what we need to fix it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  readonly fields: FieldErrors | undefined
  /** What the caller may read; `message` is what we read in the logs. */
  readonly publicText: string

  constructor(code: ErrorCode, options: RefusedOptions = {}) {
    const publicText = fillText(errorCodes[code].text, options.details ?? {})
    super(options.internal ?? `${code}: ${publicText}`, { cause: options.cause })
    this.code = code
    this.status = errorCodes[code].status
    this.details = options.details ?? {}
    this.fields = options.fields
    this.publicText = publicText
  }
}

/** Replaces each `{name}` by its detail; a detail that is missing becomes nothing. */
function fillText(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
