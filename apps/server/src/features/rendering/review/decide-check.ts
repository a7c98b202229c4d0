import type { Region } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { trustedFrom } from './next-trust.ts'

export interface CheckCase {
  /** The machine is the renter's own, and would only cheat its owner. */
  isOwn: boolean
  /** The operator vouches for the machine. */
  isVouched: boolean
  /** The machine's trust, 0–100. */
  trust: number
  /** The picture may be wrong: see `PictureAssessment`. */
  isDoubtful: boolean
  /** The picture costs far more than the others of its job. */
  isCostly: boolean
  /** Machines of other owners that could render it right now, and whose votes count. */
  checkers: number
  /** In [0, 1). */
  random: number
}

/** The share of checked pictures for a machine that has just become trusted, and for one with full trust. */
const shares = { justTrusted: 0.05, whollyTrusted: 0.02 }

/**
 * Decides whether a picture is compared with another owner's machine, or accepted by its form. `held`: no machine can
 * compare it, so it is not paid until one can, or its owner accepts it.
 */
export function decideCheck(question: CheckCase): 'by_machine' | 'by_form' | 'held' {
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

/** The share of each side that a check renders: some two hundredths of the pixels. */
const sideShare = 0.15
/** A smaller region proves little, and one of this size costs hardly more: loading the scene takes longer. */
const sidePxMin = 32

interface RegionCase {
  /** The region of its frame that the picture covers: all of it, or a tile. */
  picture: Region
  settings: Pick<RenderSettings, 'engine' | 'denoise' | 'compositing' | 'split'>
  isDoubtful: boolean
  /** The detail of the picture in each cell of a square grid: see `detailOf`. */
  detail: readonly number[]
  /** Random numbers in [0, 1), for the cell and the position in it. */
  randoms: RegionRandoms
}
export type RegionRandoms = Readonly<Record<'cell' | 'x' | 'y', number>>

/**
 * Returns the region of a frame that a check renders, in pixels of the frame. If pixels depend on distant ones
 * (denoising, the compositor, screen-space engines), a region alone would differ, so the whole picture is rendered; so
 * is a doubtful one, as a region of it may rightly be black.
 */
export function regionToCheck(question: RegionCase): Region {
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

/** The share of the choice that ignores detail, so that no region is known to be safe from checks. */
const blindShare = 0.1

/** Chooses a cell with a probability that grows with its detail: flat background looks the same in a wrong picture. */
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

/** Returns the start of a side centred at a share of the whole, kept within it. */
function startOf({ share, side, whole }: { share: number; side: number; whole: number }): number {
  return Math.min(whole - side, Math.max(0, Math.round(share * whole - side / 2)))
}

function sideOf(whole: number): number {
  return Math.min(whole, Math.max(sidePxMin, Math.round(whole * sideShare)))
}
