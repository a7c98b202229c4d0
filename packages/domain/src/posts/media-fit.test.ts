import type { PostLimits } from '@gridloom/contract/posts/post'
import { expect, it } from 'vitest'
import { type FittingMedium, isOnePost, mediaFit } from './media-fit.ts'

const limits: Pick<PostLimits, 'pictures' | 'video'> = {
  pictures: { max: 2, types: ['image/png'], bytes_max: 1_048_576, pixels_max: 1_000_000 },
  video: { types: ['video/mp4'], bytes_max: 2_097_152, pixels_max: null, seconds_max: 180 },
}

it('takes media at the limit, and names the first that is beyond it', () => {
  expect(mediaFit([picture({ bytes: 1_048_576 }), picture()], limits)).toEqual({ fits: 'yes' })
  expect(mediaFit([video({ bytes: 2_097_152, seconds: 180 })], limits)).toEqual({ fits: 'yes' })
  expect(whyOf([picture(), picture(), picture()])).toBe('It takes at most 2 pictures.')
  expect(whyOf([picture({ bytes: 1_572_864 })])).toBe('“Lake” has 1.5 MiB, and it takes 1 MiB.')
  expect(whyOf([picture({ type: 'image/webp' })])).toBe(
    'It takes no files of type image/webp, as “Lake” is.',
  )
  expect(whyOf([picture({ width: 1_250, height: 1_000 })])).toBe(
    '“Lake” has 1.3 megapixels, and it takes 1 megapixels.',
  )
  expect(whyOf([video({ seconds: 181 })])).toBe('“Tour” lasts 3 min 1 s, and it takes 3 min.')
})

it('leaves to the owner what a channel takes from nobody here', () => {
  const none = { pictures: null, video: null }
  expect(mediaFit([picture()], none)).toMatchObject({ fits: 'by_hand' })
  expect(mediaFit([video()], { ...limits, video: null })).toEqual({
    ...{ fits: 'by_hand', why: 'It takes no videos from here.' },
  })
  expect(mediaFit([video()], null)).toEqual({ fits: 'yes' })
  expect(mediaFit([], none)).toEqual({ fits: 'yes' })
})

it('has four pictures or one video in a post', () => {
  expect(isOnePost([picture(), picture(), picture(), picture()])).toBe(true)
  expect(isOnePost([video()])).toBe(true)
  expect(isOnePost([video(), picture()])).toBe(false)
  expect(isOnePost([video(), video()])).toBe(false)
})

function whyOf(media: readonly FittingMedium[]): string {
  const fit = mediaFit(media, limits)
  return fit.fits === 'no' ? fit.why : fit.fits
}

function picture(over: Partial<FittingMedium> = {}): FittingMedium {
  return {
    ...{ kind: 'picture', title: 'Lake', type: 'image/png', bytes: 9 },
    ...{ width: 8, height: 8, seconds: null, ...over },
  }
}

function video(over: Partial<FittingMedium> = {}): FittingMedium {
  return {
    ...{ kind: 'video', title: 'Tour', type: 'video/mp4', bytes: 9 },
    ...{ width: 1_920, height: 1_080, seconds: 30, ...over },
  }
}
