import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** Returns the shape of a job's pictures as a style: a box of this shape shows a picture without bars beside it. */
export function frameShape({ width, height }: RenderSettings) {
  const ratio = width / height
  return { aspectRatio: ratio, '--frame-ratio': ratio }
}
