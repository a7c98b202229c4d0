import { Refused } from '@gridloom/contract/errors'
import type { Attempt } from '../stats/attempt.ts'
import type { AnswersCtx } from './pending-answer.ts'
import { type Plan, type ReservedEndpoint, takeEndpoint } from './take-endpoint.ts'

/** The endpoints to try, beginning with one that is already reserved. */
export interface EndpointsToTry {
  readonly plan: Plan
  readonly first: ReservedEndpoint
}

/** The most endpoints tried for one answer. */
const attemptsMax = 4

/**
 * Tries endpoints until one succeeds; reservations of those that fail are released. Throws the most specific refusal.
 * @throws Refused, or the signal's reason
 */
export async function tryEndpoints<T>(
  ctx: Pick<AnswersCtx, 'endpoints' | 'allowances' | 'log'>,
  { plan, first, signal }: EndpointsToTry & { signal: AbortSignal },
  ask: (taken: ReservedEndpoint, attempt: Attempt) => Promise<T>,
): Promise<T> {
  let taken: ReservedEndpoint | undefined = first
  let refusal: Refused | undefined
  for (let attempts = 1; taken !== undefined; attempts++) {
    const attempt = ctx.endpoints.begin(taken.endpoint)
    try {
      signal.throwIfAborted()
      return await ask(taken, attempt)
    } catch (error) {
      taken.reservation.release()
      const refused = signal.aborted ? undefined : asRefusal(error)
      attempt.end(isOfMachine(refused) ? 'failed' : 'not_counted', { tokens: 0 })
      if (refused === undefined) throw error
      ctx.log.info(
        { event: 'endpoint.failed', endpoint: taken.endpoint.id, why: refused.message },
        'an endpoint did not answer',
      )
      refusal = moreSpecific(refusal, ofModel(refused, plan, taken))
      passOver(ctx, plan, { refused, taken })
    }
    if (attempts === attemptsMax || plan.provider.allow_fallbacks === false) break
    taken = await takeAnother(ctx, plan)
  }
  throw refusal ?? new Refused('upstream_failed')
}

/** Whether the machine is at fault, rather than the caller, the request or a lack of room. */
function isOfMachine(refused: Refused | undefined): boolean {
  return refused?.code === 'upstream_failed' && refused.details.fault !== 'request'
}

/** Returns another endpoint. One that is too expensive counts as none: the caller gets the earlier refusal. */
async function takeAnother(
  ctx: Pick<AnswersCtx, 'endpoints' | 'allowances'>,
  plan: Plan,
): Promise<ReservedEndpoint | undefined> {
  try {
    return await takeEndpoint(ctx, plan)
  } catch (error) {
    if (error instanceof Refused && error.status === 402) return undefined
    throw error
  }
}

/** Returns the error as a refusal; `undefined`: an internal error, not a fault of a machine. */
function asRefusal(error: unknown): Refused | undefined {
  if (!(error instanceof Refused)) return undefined
  if (ranks.has(error.code)) return error
  // The machine's connection has no room for another stream.
  if (error.code === 'too_many_requests')
    return new Refused('endpoints_busy', { cause: error, internal: error.message })
  return new Refused('upstream_failed', { cause: error, internal: error.message })
}

/** Refusals by how specific they are; the highest is reported. */
const ranks = new Map<string, number>([
  ['upstream_failed', 0],
  ['endpoints_busy', 1],
  ['unsupported_parameter', 2],
  ['context_exceeded', 3],
])

function moreSpecific(refusal: Refused | undefined, refused: Refused): Refused {
  if (refusal === undefined) return refused
  return (ranks.get(refused.code) ?? 0) > (ranks.get(refusal.code) ?? 0) ? refused : refusal
}

/** Adds the model and our limits to a refusal; a machine's numbers are clamped to possible values. */
function ofModel(refused: Refused, plan: Plan, { endpoint }: ReservedEndpoint): Refused {
  const { modelId: model, promptMax } = plan
  const { details, message: internal } = refused
  const options = { cause: refused, internal }
  if (refused.code === 'endpoints_busy') {
    const seconds = Math.ceil(clamp(details.seconds, 1, 600))
    return new Refused('endpoints_busy', { ...options, details: { model, seconds } })
  }
  if (refused.code !== 'context_exceeded') return refused
  const max = Math.floor(clamp(details.max, 1, endpoint.contextTokens))
  // Some engines refuse a prompt without reporting its length.
  const tokens = isNumber(details.tokens)
    ? Math.floor(clamp(details.tokens, max, Math.max(max, promptMax)))
    : `more than ${max}`
  return new Refused('context_exceeded', { ...options, details: { model, tokens, max } })
}

function clamp(value: unknown, least: number, most: number): number {
  return Math.min(Math.max(isNumber(value) ? value : most, least), most)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Passes over the endpoints whose context is no larger than that of the one that the prompt did not fit. */
function passOver(
  { endpoints }: Pick<AnswersCtx, 'endpoints'>,
  { modelId, tried }: Plan,
  { refused, taken }: { refused: Refused; taken: ReservedEndpoint },
): void {
  if (refused.code !== 'context_exceeded') return
  for (const { id, contextTokens } of endpoints.serving(modelId))
    if (contextTokens <= taken.endpoint.contextTokens) tried.add(id)
}
