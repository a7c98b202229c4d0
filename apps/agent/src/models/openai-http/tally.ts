import {
  type AnswerPart,
  noTokens,
  type PromptCounts,
  type TokenCounts,
} from '@gridloom/contract/agent/models'
import type { Piece } from './chunks.ts'

/** Counts an answer: by the engine's own counts if it reports them, otherwise one token per delta. */
export interface Tally {
  add(piece: Piece): Piece
  /** Returns the prompt counts, for the first part only. */
  takeRead(): PromptCounts | undefined
  counts(): TokenCounts
  hasBegun(): boolean
  hasFinished(): boolean
  /** Returns whether the engine reported the prompt counts. */
  isCounted(): boolean
  end(): AnswerPart
}

export function createTally(): Tally {
  let pieces = 0
  let reported: TokenCounts | undefined
  let read: PromptCounts | undefined
  let isReadTaken = false
  let madeMs: number | undefined
  let finish: Piece['finish']
  const counts = (): TokenCounts => reported ?? { ...noTokens, ...read, output_tokens: pieces }
  return {
    add(piece) {
      if (piece.text !== '' || piece.toolCalls.length > 0) pieces += 1
      reported = piece.counts ?? reported
      read = piece.read ?? read
      madeMs = piece.madeMs ?? madeMs
      finish = piece.finish ?? finish
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
    hasFinished: () => finish !== undefined,
    isCounted: () => reported !== undefined || read !== undefined,
    end: () => ({
      kind: 'end',
      reason: finish ?? 'stop',
      problem: null,
      counts: counts(),
      ...(madeMs === undefined ? {} : { made_ms: madeMs }),
    }),
  }
}
