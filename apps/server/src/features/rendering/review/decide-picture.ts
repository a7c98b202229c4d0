import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { PictureFacts } from '../pictures/pictures.ts'

export interface AssessedPicture {
  facts: Pick<PictureFacts, 'width' | 'height' | 'isConstant'>
  /** The ordered size in pixels. */
  expected: { width: number; height: number }
  referenceMs: number
  /** The time of the job's accepted pictures. */
  known: { pictures: number; meanReferenceMs: number }
}

/**
 * The assessment of a picture by itself. `doubtful`: it may be right, such as a black one in a film that fades in, and
 * only another machine can tell.
 */
export type PictureAssessment =
  /** `isCostly`: it took far longer than the others of the job. */
  | { kind: 'good'; isCostly: boolean }
  | { kind: 'doubtful'; problem: RenderProblem }
  | { kind: 'wrong'; problem: RenderProblem }

/** Fewer accepted pictures are not enough to estimate the time of one. */
const knownPicturesMin = 3
/** A mean below this is mostly the noise of starting. */
const meanMsMin = 2_000
/** A picture that took less than this share of the mean was hardly rendered. */
const fastShare = 0.1
/**
 * A picture that took more than this many times the mean is checked regardless of its machine's trust, as it is paid by
 * its time.
 */
const costlyTimes = 2.5

export function decidePicture({
  facts,
  expected,
  referenceMs,
  known,
}: AssessedPicture): PictureAssessment {
  const { width, height, isConstant } = facts
  if (width !== expected.width || height !== expected.height) {
    const text = `The picture is ${width} × ${height} pixels instead of ${expected.width} × ${expected.height}.`
    return { kind: 'wrong', problem: { code: 'wrong_size', text } }
  }
  if (isConstant) {
    return {
      kind: 'doubtful',
      problem: { code: 'black_picture', text: 'The picture has a single colour.' },
    }
  }
  const isKnown = known.pictures >= knownPicturesMin && known.meanReferenceMs >= meanMsMin
  if (isKnown && referenceMs < known.meanReferenceMs * fastShare) {
    const text = `The picture took ${seconds(referenceMs)}, while other frames of this job took ${seconds(known.meanReferenceMs)} each.`
    return { kind: 'doubtful', problem: { code: 'too_fast', text } }
  }
  return { kind: 'good', isCostly: isKnown && referenceMs > known.meanReferenceMs * costlyTimes }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
