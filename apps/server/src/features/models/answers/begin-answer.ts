import { Refused } from '@gridloom/contract/errors'
import { type Booking, bookAnswer } from './book-answer.ts'
import { checkCounts } from './check-counts.ts'
import { type OpenedAnswer, openAnswer } from './open-answer.ts'
import type { AnswerDelta, AnswerEnded, AnswersCtx, BeginAnswer } from './pending-answer.ts'
import { noneLeft, planAnswer } from './plan-answer.ts'
import { takeEndpoint } from './take-endpoint.ts'

/**
 * Begins an answer: plans it, reserves its money and sends it to the first machine. Until the first output, other
 * machines are tried; after it never, as the reader has received it already. However the answer ends, it is booked
 * exactly once, by the output that arrived.
 */
export const beginAnswer: BeginAnswer = async (ctx, input) => {
  const startedAt = ctx.clock.now()
  const plan = planAnswer(ctx, input)
  const first = await takeEndpoint(ctx, plan)
  if (first === undefined) throw noneLeft(input)
  const id = ctx.ids.mint('generation')
  const { request } = input
  const { signal, end: endWatch } = ctx.revocations.watch(input.payer, input.signal)
  const begun = openAnswer(ctx, { tried: { plan, first }, request, signal }).then((opened) => ({
    opened,
    booking: bookAnswer(ctx, {
      id,
      input,
      opened,
      startedAt,
      check: checkCounts(ctx.tokens, input),
    }),
  }))
  const started = begun.then(({ opened }) => opened.taken.endpoint)
  const ended = begun.then(
    ({ opened, booking }) => {
      stopWith(signal, { opened, booking })
      return booking.ended
    },
    (error: unknown) => neverBegun(error, signal),
  )
  void ended.then(endWatch)
  // @NOTE the reader of `deltas` gets the refusal there.
  started.catch(() => {})
  return {
    id,
    started,
    deltas: deltasOf(ctx, begun, signal),
    ended,
  }
}

interface StartedAnswer {
  opened: OpenedAnswer
  booking: Booking
}

/** Ends the answer at once on an abort, whether or not it is still read. */
function stopWith(signal: AbortSignal, { opened, booking }: StartedAnswer): void {
  const stop = () => {
    const isShutOut = signal.reason instanceof Refused && signal.reason.code === 'unauthorized'
    booking.end({ kind: isShutOut ? 'shut_out' : 'stopped' })
    opened.hangUp()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  void booking.ended.then(() => signal.removeEventListener('abort', stop))
}

const lostText = 'The machine disconnected before the answer was complete.'
const excessText = 'The machine sent more than was requested.'

async function* deltasOf(
  ctx: Pick<AnswersCtx, 'log'>,
  begun: Promise<StartedAnswer>,
  signal: AbortSignal,
): AsyncGenerator<AnswerDelta, void> {
  const { opened, booking } = await begun.catch((error: unknown) => {
    if (signal.aborted) return { opened: undefined, booking: undefined }
    throw error
  })
  if (opened === undefined) return
  let hasEnded = false
  try {
    let part = opened.first
    while (part.kind !== 'end' && !booking.isOver()) {
      const isPaid = booking.isPaid(part)
      if (isPaid !== true && !(await isPaid)) {
        booking.end({ kind: 'unpaid' })
        return
      }
      if (booking.isOver()) return
      booking.add(part)
      yield part
      if (booking.isExcessive()) {
        booking.end({ kind: 'lost', problem: excessText })
        return
      }
      part = await opened.next()
    }
    if (part.kind !== 'end') return
    booking.end(part)
    hasEnded = true
  } catch (error) {
    if (booking.isOver()) return
    ctx.log.info(
      { event: 'answer.interrupted', err: error, endpoint: opened.taken.endpoint.id },
      'an answer broke off',
    )
    booking.end({ kind: 'lost', problem: lostText })
  } finally {
    // A reader that leaves midway stops the answer.
    booking.end({ kind: 'stopped' })
    if (!hasEnded) opened.hangUp()
  }
}

function neverBegun(error: unknown, signal: AbortSignal): AnswerEnded {
  const problem = error instanceof Refused ? error.publicText : lostText
  const cost = {
    ...{ input_tokens: 0, cached_tokens: 0, output_tokens: 0, micro_usd: 0 },
    ...{
      reasoning_tokens: 0,
      reasoning_ms: null,
      first_token_ms: null,
      tokens_per_s: null,
      machine_id: null,
      machine_name: null,
    },
  }
  if (signal.aborted) return { state: 'stopped', reason: 'stop', problem: null, cost }
  return { state: 'broken', reason: 'failed', problem, cost }
}
