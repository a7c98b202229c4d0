import { acceptedAfterMs, type Embedded, type EmbedInput } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { Refused } from '@gridloom/contract/errors'
import { answerBounds } from '../../agents/index.ts'
import type { AnswersCtx } from './pending-answer.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'

/** Texts that a machine embeds, in batches. */
export interface Reading {
  /** Resolves with all vectors. @throws Refused `upstream_failed` and those of the machine, or the signal's reason */
  readonly embedded: Promise<Embedded>
  /** Returns how far the machine has come. */
  soFar(): ReadSoFar
}

export interface ReadSoFar {
  /** The texts whose vectors arrived, and the tokens that the engine counted for them. */
  readonly done: readonly EmbedInput[]
  readonly tokens: number
  /** The texts that the engine is reading. */
  readonly underWay: readonly EmbedInput[]
}

const embedWithinMs = 120_000
/** The most texts in one request: their vectors of 4,096 numbers are then some 2 MB, which take 20 ms to parse. */
const textsAtOnce = 32

interface Asked {
  texts: readonly EmbedInput[]
  signal: AbortSignal
}

/** Sends texts to a machine, a batch after the other. */
export function readTexts(
  { agents, clock, endpoints }: Pick<AnswersCtx, 'agents' | 'clock' | 'endpoints'>,
  { texts, signal }: Asked,
  { endpoint }: Pick<ReservedEndpoint, 'endpoint'>,
): Reading {
  const untilMs = clock.monotonicMs() + embedWithinMs
  const vectors: number[][] = []
  let input_tokens = 0
  let done = 0
  let sent: { atMs: number; isQueued: boolean } | undefined

  async function read(): Promise<Embedded> {
    while (done < texts.length) {
      const batch = texts.slice(done, done + textsAtOnce)
      sent = { atMs: clock.monotonicMs(), isQueued: !endpoints.startsAtOnce(endpoint) }
      const embedded = await agents.call(endpoint.machineId, modelCalls.embeddings, {
        params: { endpoint: endpoint.id },
        body: { input: batch },
        bounds: answerBounds.vectors,
        timeoutMs: Math.max(1, untilMs - clock.monotonicMs()),
        signal,
      })
      vectors.push(...embedded.vectors)
      input_tokens += embedded.input_tokens
      done += batch.length
      sent = undefined
    }
    return wholeOf({ vectors, input_tokens }, texts)
  }

  return {
    embedded: read(),
    soFar() {
      const isRead =
        sent !== undefined && !sent.isQueued && clock.monotonicMs() - sent.atMs >= acceptedAfterMs
      return {
        done: texts.slice(0, done),
        tokens: input_tokens,
        underWay: isRead ? texts.slice(done, done + textsAtOnce) : [],
      }
    },
  }
}

function wholeOf(embedded: Embedded, texts: readonly EmbedInput[]): Embedded {
  const { vectors } = embedded
  const [first] = vectors
  const even = vectors.every((vector) => vector.length === first?.length)
  if (vectors.length === texts.length && even && first?.length !== 0) return embedded
  throw new Refused('upstream_failed', { internal: 'vectors of another number or length' })
}
