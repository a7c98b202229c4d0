import type { PictureDifference } from '../pictures/pictures.ts'

/** Honest machines of one kind were measured at 87 dB and more, dishonest ones at 49 and less. */
const samePsnrDb = 60
/** Alternatively, the most pixels that differ by more than 2 of 255: dithering changes many by one. */
const sameDifferingPercent = 0.1

/** Whether two pictures are equal within the precision of machines. */
export function isSamePicture({ psnrDb, differingPercent }: PictureDifference): boolean {
  return psnrDb === null || psnrDb >= samePsnrDb || differingPercent < sameDifferingPercent
}

/** The votes of the machines that rendered a picture again, in their order. */
export interface Votes {
  first: 'same' | 'different'
  /** `null`: no second machine was asked yet. */
  second: 'same' | 'different' | null
  /** Whether the two votes' pictures agree with each other; `null` while there is only one. */
  agree: boolean | null
  /** Whether a machine of a third owner is available. */
  thirdAvailable: boolean
}

/**
 * `accepted`: the picture is right. `ask_third`: it is one vote against another. `caught`: two against one, and the two
 * agree. `checker_caught`: the first vote stands alone. `undecided`: it cannot be decided; no machine is paid and none
 * is blamed.
 */
export type Verdict = 'accepted' | 'ask_third' | 'caught' | 'checker_caught' | 'undecided'

export function decideVotes({ first, second, agree, thirdAvailable }: Votes): Verdict {
  if (first === 'same') return 'accepted'
  if (second === null) return thirdAvailable ? 'ask_third' : 'undecided'
  if (second === 'same') return 'checker_caught'
  // Three pictures that all differ: the scene renders differently each time.
  return agree === true ? 'caught' : 'undecided'
}
