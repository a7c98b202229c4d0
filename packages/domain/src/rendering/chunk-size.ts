/** Parts that one chunk may hold at most: what the agent's protocol takes. */
export const chunkPartsMax = 1_000

/** The facts that the size of a chunk is decided by. */
export interface ChunkSituation {
  /** How long the parts given together should take the machine, in seconds. */
  readonly targetS: number
  /** Milliseconds that one part takes on a reference machine; `null` while none was accepted. */
  readonly referenceMsPerPart: number | null
  /** How many times faster than the reference machine it is; `null` before that was measured. */
  readonly score: number | null
  /** Parts that are still to be given out. */
  readonly remaining: number
  /** Machines that may take some of them, this one included. */
  readonly machines: number
}

/**
 * How many parts a machine is given at once: as many as fill the target on it, so that its Blender starts seldom, but
 * near the end no more than half its share of what remains, so that no machine is waited for alone. One while it is not
 * known how long a part takes. Never more than remain, and 0 when nothing does.
 */
export function chunkSize(situation: ChunkSituation): number {
  const { targetS, referenceMsPerPart, score, remaining, machines } = situation
  if (remaining <= 0) return 0
  if (referenceMsPerPart === null || score === null || score <= 0) return 1
  const msPerPart = Math.max(1, referenceMsPerPart / score)
  const filling = Math.floor((targetS * 1_000) / msPerPart)
  const share = Math.ceil(remaining / (2 * Math.max(1, machines)))
  return Math.max(1, Math.min(filling, share, remaining, chunkPartsMax))
}
