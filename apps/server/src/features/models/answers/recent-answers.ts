import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Payer } from '../payer.ts'

/** An asker of a model. */
export interface AskerOfModel {
  readonly payer: Payer
  readonly modelId: ModelId
}

/** The lengths of each asker's recent answers, in memory: money is reserved by them. */
export interface RecentAnswers {
  /** Returns the tokens that the next answer is expected to stay within. */
  expected(asker: AskerOfModel): number
  add(asker: AskerOfModel, outputTokens: number): void
  /** Whether the caller reads answers to their end: it did lately, and abandoned no non-streamed one. */
  stays(asker: AskerOfModel): boolean
  /** Records that the caller abandoned a non-streamed answer, whose output is unknown. */
  addLeft(asker: AskerOfModel): void
}

/** Expected of an asker whose answers are not known. */
export const unknownTokens = 1_000
const expectedMin = 64
/** The room above the recent longest. */
const room = 1.5
/** The share of the known length that remains after a shorter answer. */
const memory = 0.9
const askersMax = 10_000

/** Remembers a maximum that decays with each shorter answer; the askers that asked last are kept. */
export function createRecentAnswers(): RecentAnswers {
  const lengths = new Map<string, number>()
  const left = new Set<string>()
  return {
    expected(asker) {
      const known = lengths.get(nameOf(asker))
      return known === undefined ? unknownTokens : Math.max(expectedMin, Math.ceil(known * room))
    },
    add(asker, outputTokens) {
      const name = nameOf(asker)
      const known = lengths.get(name) ?? 0
      lengths.delete(name)
      lengths.set(name, Math.max(outputTokens, known * memory + outputTokens * (1 - memory)))
      dropOldest(lengths)
    },
    stays(asker) {
      const name = nameOf(asker)
      return lengths.has(name) && !left.has(name)
    },
    addLeft(asker) {
      left.delete(nameOf(asker))
      left.add(nameOf(asker))
      dropOldest(left)
    },
  }
}

function dropOldest(askers: Map<string, unknown> | Set<string>): void {
  if (askers.size <= askersMax) return
  const [oldest] = askers.keys()
  if (oldest !== undefined) askers.delete(oldest)
}

function nameOf({ payer, modelId }: AskerOfModel): string {
  return `${payer.accountId}:${payer.keyId}:${modelId}`
}
