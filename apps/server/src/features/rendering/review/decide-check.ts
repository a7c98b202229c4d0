import type { Region } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { trustedFrom } from './next-trust.ts'

export interface CheckQuestion {
  /** The machine is the renter's own: whom would it cheat? */
  isOwn: boolean
  /** The operator stands in for the machine. */
  isVouched: boolean
  /** Of the machine, 0–100. */
  trust: number
  /** It looks as if it could be wrong: see `PictureAssessment`. */
  isDoubtful: boolean
  /** It costs far more than the others of its job. */
  isCostly: boolean
  /** Machines of other owners that could render it just now, and whose word counts. */
  checkers: number
  /** In [0, 1). */
  random: number
}

/** Of pictures of a machine that is just trusted, and of one that is trusted wholly. */
const shares = { justTrusted: 0.05, whollyTrusted: 0.02 }

/**
 * Whether a picture is compared with what another owner's machine makes of it, or accepted by its form. `held`: nobody
 * can compare it, so that nobody is paid for it until somebody can, or its owner accepts it.
 */
export function decideCheck(question: CheckQuestion): 'by_machine' | 'by_form' | 'held' {
  const { isOwn, isVouched, trust, isDoubtful, isCostly, checkers, random } = question
  if (isOwn) return 'by_form'
  if (checkers === 0) return isVouched ? 'by_form' : 'held'
  if (isDoubtful || isCostly || trust < trustedFrom) return 'by_machine'
  return random < shareOf(trust) ? 'by_machine' : 'by_form'
}

function shareOf(trust: number): number {
  const progress = (trust - trustedFrom) / (100 - trustedFrom)
  return shares.justTrusted + (shares.whollyTrusted - shares.justTrusted) * progress
}

/** Of each side, that a check renders: some two hundredths of the pixels. */
const sideShare = 0.15
/** Smaller ones say little, and a region of this size costs hardly more: a scene takes longer to load. */
const sidePxMin = 32

interface RegionQuestion {
  /** Where the picture lies in its frame: all of it, or a tile. */
  picture: Region
  settings: Pick<RenderSettings, 'engine' | 'denoise' | 'compositing' | 'split'>
  isDoubtful: boolean
  /** How much there is to see in the picture, cell by cell of a square grid. */
  detail: readonly number[]
  /** Each in [0, 1): which cell, and where in it. */
  randoms: RegionRandoms
}
export type RegionRandoms = Readonly<Record<'cell' | 'x' | 'y', number>>

/**
 * Which part of a frame a check renders, in pixels of the frame. Where pixels depend on ones far away (denoising, the
 * compositor, engines that work on the screen) a part alone would be another picture, so that all of it is rendered;
 * and of one that is doubtful, a part may be black by right.
 */
export function regionToCheck(question: RegionQuestion): Region {
  const { picture, settings, isDoubtful, detail, randoms } = question
  const isWhole = settings.split.kind === 'whole'
  const isSpread = isWhole && (settings.denoise || settings.compositing)
  if (isSpread || isDoubtful || settings.engine !== 'cycles') return picture
  const [width, height] = [sideOf(picture.width), sideOf(picture.height)]
  const cells = Math.sqrt(detail.length)
  const cell = cellByDetail(detail, randoms.cell)
  const [column, row] = [cell % cells, Math.floor(cell / cells)]
  return {
    x:
      picture.x +
      startOf({ share: (column + randoms.x) / cells, side: width, whole: picture.width }),
    y:
      picture.y +
      startOf({ share: (row + randoms.y) / cells, side: height, whole: picture.height }),
    width,
    height,
  }
}

/** Of the choice of a cell, what does not go by detail: so that nobody can know where no check will be. */
const blindShare = 0.1

/** A cell is the likelier the more there is to see in it: flat background is the same in a wrong picture. */
function cellByDetail(detail: readonly number[], random: number): number {
  const total = detail.reduce((sum, step) => sum + step, 0)
  const evenly = total === 0 ? 1 : (total * blindShare) / detail.length
  let left = random * (total + evenly * detail.length)
  for (const [cell, step] of detail.entries()) {
    left -= step + evenly
    if (left < 0) return cell
  }
  return detail.length - 1
}

/** Where a side begins whose middle is at a share of the whole, within it. */
function startOf({ share, side, whole }: { share: number; side: number; whole: number }): number {
  return Math.min(whole - side, Math.max(0, Math.round(share * whole - side / 2)))
}

function sideOf(whole: number): number {
  return Math.min(whole, Math.max(sidePxMin, Math.round(whole * sideShare)))
}
