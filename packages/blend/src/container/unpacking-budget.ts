import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'

export interface UnpackingBudget {
  /** Counts unpacked bytes. Throws `SceneBroken` (`bomb`) when they are out of proportion to the packed ones. */
  spend(bytes: number): void
  /** Called before the same bytes are unpacked again. */
  restart(): void
}

/** Limits the time and memory of unpacking by the size of the packed file. */
export function unpackingBudget(packedSize: number): UnpackingBudget {
  const most = limits.unpackedBytesFree + limits.unpackedRatio * packedSize
  let spent = 0
  return {
    spend(bytes) {
      spent += bytes
      if (spent > most)
        throw new SceneBroken(
          'bomb',
          'The file was rejected: it decompresses to an implausible size.',
        )
    },
    restart() {
      spent = 0
    },
  }
}
