import {
  type AnswerPart,
  noTokens,
  type PromptCounts,
  type TokenCounts,
} from '@gridloom/contract/agent/models'
import type { ChunkContent } from './chunks.ts'

/** Counts an answer: by the engine's own counts if it reports them, otherwise one token per delta. */
export interface Tally {
  /** How many answers were requested. */
  readonly choices: number
  add(piece: ChunkContent): ChunkContent
  /** Returns the prompt counts, for the first part only. */
  takeRead(): PromptCounts | undefined
  counts(): TokenCounts
  hasBegun(): boolean
  hasFinished(): boolean
  /** Returns whether the engine reported the prompt counts. */
  isCounted(): boolean
  end(): AnswerPart
}

export function createTally(choices = 1): Tally {
  let pieces = 0
  let reported: TokenCounts | undefined
  let read: PromptCounts | undefined
  let isReadTaken = false
  let madeMs: number | undefined
  const finishes = new Map<number, NonNullable<ChunkContent['finish']>>()
  const counts = (): TokenCounts => reported ?? { ...noTokens, ...read, output_tokens: pieces }
  return {
    choices,
    add(piece) {
      if (piece.text !== '' || piece.reasoning !== '' || piece.toolCalls.length > 0)
        pieces += piece.chunks ?? 1
      reported = piece.counts ?? reported
      read = piece.read ?? read
      madeMs = piece.madeMs ?? madeMs
      if (piece.finish !== undefined) finishes.set(piece.choice ?? 0, piece.finish)
      return piece
    },
    takeRead() {
      if (isReadTaken) return undefined
      isReadTaken = true
      if (reported === undefined) return read
      const { input_tokens, cached_tokens } = reported
      return { input_tokens, cached_tokens }
    },
    counts,
    hasBegun: () => pieces > 0,
    hasFinished: () => finishes.size >= choices,
    isCounted: () => reported !== undefined || read !== undefined,
    end: () => ({
      kind: 'end',
      reason: finishes.get(0) ?? 'stop',
      ...(choices > 1 && {
        reasons: Array.from({ length: choices }, (_, choice) => finishes.get(choice) ?? 'stop'),
      }),
      problem: null,
      counts: counts(),
      ...(madeMs === undefined ? {} : { made_ms: madeMs }),
    }),
  }
}
