import { Refused } from '@gridloom/contract/errors'
import type { AnswerDelta, AnswerEnded, PendingAnswer } from '../answers/pending-answer.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { openAiUsageOf } from './usage.ts'

/** The fields that every chunk of one answer repeats. */
export interface Heading {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
  readonly system_fingerprint: string
}

/** How the one choice of a chunk is written, as JSON text: of what came, and of the end. */
export interface ChunkShape {
  readonly object: string
  readonly idPrefix: string
  choice(delta: AnswerDelta, place: 'first' | 'later'): string
  last(reason: string): string
}

interface Streamed {
  pending: PendingAnswer
  heading: Heading
  shape: Pick<ChunkShape, 'object' | 'choice' | 'last'>
  usage: 'reported' | 'left_out'
}

const idDigits = 26

/** Of one answer. A fingerprint stands for the machine and its settings: the same endpoint has the same one. */
export function headingOf(
  { idPrefix }: Pick<ChunkShape, 'idPrefix'>,
  { pending, endpoint, at }: { pending: PendingAnswer; endpoint: LiveEndpoint; at: Date },
): Heading {
  return {
    id: idPrefix + pending.id.slice(-idDigits),
    created: Math.floor(at.getTime() / 1_000),
    model: endpoint.modelId,
    system_fingerprint: `fp_${endpoint.id.slice(-idDigits)}`,
  }
}

/**
 * An answer as chunks of OpenAI's streams. What is the same in all is made once. @throws Refused where it breaks off, as
 * {@link deliveredReason}
 */
export async function* chunksOf(streamed: Streamed): AsyncGenerator<string, void> {
  const { pending, heading, shape, usage } = streamed
  const { object } = shape
  const head = JSON.stringify({ ...heading, object }).slice(0, -1)
  const opening = `${head}${usage === 'reported' ? ',"usage":null' : ''},"choices":[`
  let place: 'first' | 'later' = 'first'
  for await (const delta of pending.deltas) {
    yield `${opening}${shape.choice(delta, place)}]}`
    place = 'later'
  }
  const ended = await pending.ended
  yield `${opening}${shape.last(deliveredReason(ended))}]}`
  if (usage === 'reported')
    yield `${head},"choices":[],"usage":${JSON.stringify(openAiUsageOf(ended.cost))}}`
}

/**
 * Why an answer ended that reached its end. @throws Refused where it did not: `upstream_failed`, `unauthorized` where its
 * payer may ask no more, `not_ready` where the server stops
 */
export function deliveredReason({ state, reason, problem }: AnswerEnded): string {
  if (state === 'stopped')
    throw new Refused(reason === 'shut_out' ? 'unauthorized' : 'not_ready', {
      internal: 'stopped in the middle',
    })
  if (state !== 'broken') return reason
  throw new Refused('upstream_failed', { internal: problem ?? 'it did not say why' })
}
