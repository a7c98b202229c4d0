/** The maximum number of parts in a chunk: the limit of the agent's protocol. */
export const chunkPartsMax = 1_000

/** The facts that decide the size of a chunk. */
export interface ChunkSituation {
  /** How long the parts of a chunk should take the machine, in seconds. */
  readonly targetS: number
  /** Milliseconds that one part takes on a reference machine; `null` while none was accepted. */
  readonly referenceMsPerPart: number | null
  /** How many times faster than the reference machine it is; `null` before that was measured. */
  readonly score: number | null
  /** Parts that are not assigned yet. */
  readonly remaining: number
  /** Machines that may render some of them, this one included. */
  readonly machines: number
}

/**
 * The number of parts to assign to a machine at once: as many as fill the target time, so that its Blender starts
 * rarely, but near the end at most half its share of the rest, so that the job does not wait for one machine. One until
 * the time of a part is known. Never more than remain, and 0 when none do.
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
