import type { Region } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering'
import { trustedFrom } from './next-trust.ts'

export interface CheckQuestion {
  /** The machine is the renter's own: whom would it cheat? */
  isOwn: boolean
  /** Of the machine, 0–100. */
  trust: number
  /** It looks as if it could be wrong: see `Looks`. */
  isDoubtful: boolean
  /** Machines of other owners that could render it just now. */
  checkers: number
  /** In [0, 1). */
  chance: number
}

/** Of pictures of a machine that is just trusted, and of one that is trusted wholly. */
const shares = { justTrusted: 0.05, whollyTrusted: 0.02 }

/** Whether a picture is compared with what another owner's machine makes of it, or accepted by its form. */
export function decideCheck(question: CheckQuestion): 'by_machine' | 'by_form' {
  const { isOwn, trust, isDoubtful, checkers, chance } = question
  if (isOwn || checkers === 0) return 'by_form'
  if (isDoubtful || trust < trustedFrom) return 'by_machine'
  return chance < shareOf(trust) ? 'by_machine' : 'by_form'
}

function shareOf(trust: number): number {
  const progress = (trust - trustedFrom) / (100 - trustedFrom)
  return shares.justTrusted + (shares.whollyTrusted - shares.justTrusted) * progress
}

/** Of each side, that a check renders: some two hundredths of the pixels. */
const sideShare = 0.15
/** Smaller ones say nothing. */
const sidePxMin = 8

interface RegionQuestion {
  /** Where the picture lies in its frame: all of it, or a tile. */
  picture: Region
  settings: Pick<RenderSettings, 'engine' | 'denoise' | 'compositing' | 'split'>
  isDoubtful: boolean
  /** Two numbers in [0, 1). */
  chances: readonly [number, number]
}

/**
 * Which part of a frame a check renders, in pixels of the frame. Where pixels depend on ones far away (denoising, the
 * compositor, engines that work on the screen) a part alone would be another picture, so that all of it is rendered;
 * and of one that is doubtful, a part may be black by right.
 */
export function regionToCheck({ picture, settings, isDoubtful, chances }: RegionQuestion): Region {
  const isWhole = settings.split.kind === 'whole'
  const isSpread = isWhole && (settings.denoise || settings.compositing)
  if (isSpread || isDoubtful || settings.engine !== 'cycles') return picture
  const [width, height] = [sideOf(picture.width), sideOf(picture.height)]
  return {
    x: picture.x + Math.floor(chances[0] * (picture.width - width + 1)),
    y: picture.y + Math.floor(chances[1] * (picture.height - height + 1)),
    width,
    height,
  }
}

function sideOf(whole: number): number {
  return Math.min(whole, Math.max(sidePxMin, Math.round(whole * sideShare)))
}
