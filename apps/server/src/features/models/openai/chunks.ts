import { Refused } from '@gridloom/contract/errors'
import type { AnswerDelta, AnswerEnded, PendingAnswer } from '../answers/pending-answer.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { openAiUsageOf } from './usage.ts'

/** The fields that every chunk of one answer repeats. */
export interface Heading {
  readonly id: string
  /** In seconds since 1970. */
  readonly created: number
  readonly model: string
  readonly system_fingerprint: string
}

/** Writes the one choice of a chunk as JSON text: for a delta, and for the end. */
export interface ChunkShape {
  readonly object: string
  readonly idPrefix: string
  /** `before`: the text of this choice so far, in characters; `undefined`: this is its first chunk. */
  choice(delta: AnswerDelta, before: number | undefined): string
  last(reason: string, choice: number): string
}

interface Streamed {
  pending: PendingAnswer
  heading: Heading
  shape: Pick<ChunkShape, 'object' | 'choice' | 'last'>
  usage: 'reported' | 'left_out'
  /** By default shown. */
  reasoning?: 'shown' | 'left_out'
  /** How many answers were requested; by default one. */
  choices?: number
}

const idDigits = 26

/**
 * Returns the heading of one answer. Its fingerprint identifies the machine and its settings: an endpoint always has
 * the same one.
 */
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
 * Streams an answer as OpenAI chunks. The fields that all chunks share are serialised once.
 * @throws Refused if it breaks off, as {@link deliveredReason}
 */
export async function* chunksOf(streamed: Streamed): AsyncGenerator<string, void> {
  const { pending, heading, shape, usage, reasoning } = streamed
  const { object } = shape
  const head = JSON.stringify({ ...heading, object }).slice(0, -1)
  const opening = `${head}${usage === 'reported' ? ',"usage":null' : ''},"choices":[`
  const lengths: number[] = []
  for await (const delta of pending.deltas) {
    if (delta.kind === 'reasoning' && reasoning === 'left_out') continue
    const { choice = 0 } = delta
    const before = lengths[choice]
    yield `${opening}${shape.choice(delta, before)}]}`
    lengths[choice] = (before ?? 0) + (delta.kind === 'tool_calls' ? 0 : delta.text.length)
  }
  const ended = await pending.ended
  for (const [choice, reason] of deliveredReasons(ended, streamed.choices).entries())
    yield `${opening}${shape.last(reason, choice)}]}`
  if (usage === 'reported')
    yield `${head},"choices":[],"usage":${JSON.stringify(openAiUsageOf(ended.cost))}}`
}

/** Returns the reason of each of so many answers. @throws Refused as {@link deliveredReason} */
export function deliveredReasons(ended: AnswerEnded, choices = 1): string[] {
  const reason = deliveredReason(ended)
  return Array.from({ length: choices }, (_, choice) => ended.reasons?.[choice] ?? reason)
}

/**
 * Returns the reason why a complete answer ended. @throws Refused if it is incomplete: `upstream_failed`,
 * `unauthorized` where its payer lost access, `not_ready` where the server is stopping
 */
export function deliveredReason({ state, reason, problem }: AnswerEnded): string {
  if (state === 'stopped')
    throw new Refused(reason === 'shut_out' ? 'unauthorized' : 'not_ready', {
      internal: 'stopped in the middle',
    })
  if (state !== 'broken') return reason
  throw new Refused('upstream_failed', { internal: problem ?? 'it did not say why' })
}
