import type { PictureDifference } from '../pictures/pictures.ts'

/** Honest machines of one kind were measured at 87 dB and more, those that cheat at 49 and less. */
const samePsnrDb = 60
/** Or so few pixels beyond 2 of 255: dithering moves many by one. */
const sameDifferingPercent = 0.1

/** Whether two pictures are the same as far as machines can make them so. */
export function isSame({ psnrDb, differingPercent }: PictureDifference): boolean {
  return psnrDb === null || psnrDb >= samePsnrDb || differingPercent < sameDifferingPercent
}

/** What the machines that rendered it again found, in the order in which they were asked. */
export interface Votes {
  first: 'same' | 'different'
  /** `null`: nobody was asked yet. */
  second: 'same' | 'different' | null
  /** Whether the two agree with each other; `null` while there are not two. */
  agree: boolean | null
  /** Whether a third owner could be asked now. */
  thirdAvailable: boolean
}

/**
 * `accepted`: the picture is right. `ask_third`: it is one word against another. `caught`: two against one, and the two
 * say the same. `checker_caught`: the first that was asked stands alone. `undecided`: nobody can say; no machine is
 * paid and none is blamed.
 */
export type Verdict = 'accepted' | 'ask_third' | 'caught' | 'checker_caught' | 'undecided'

export function decideVotes({ first, second, agree, thirdAvailable }: Votes): Verdict {
  if (first === 'same') return 'accepted'
  if (second === null) return thirdAvailable ? 'ask_third' : 'undecided'
  if (second === 'same') return 'checker_caught'
  // Three pictures that all differ: the scene is another one each time it is rendered.
  return agree === true ? 'caught' : 'undecided'
}
