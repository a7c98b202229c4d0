import { type PostLimits, postPicturesMax } from '@gridloom/contract/posts/post'

export const blueskyTextMax = 300

/** Source: the lexicon app.bsky.embed.images. */
export const pictureLimits = {
  ...{ max: postPicturesMax, types: ['image/jpeg', 'image/png', 'image/webp'] },
  ...{ bytes_max: 2_000_000, pixels_max: null },
}

/** Source: docs.bsky.app, "Video upload": 100 MB and three minutes, also where the lexicon takes more. */
export const videoLimits = {
  ...{ types: ['video/mp4'], bytes_max: 100_000_000 },
  ...{ pixels_max: null, seconds_max: 180 },
}

const videoScope = 'blob:video/mp4'
/** The permission of servers that know no smaller ones. */
const wholeScope = 'transition:generic'

/** Accounts that were connected without the permission to upload videos. */
export const blueskyLimits: PostLimits = {
  ...{ text_max: blueskyTextMax, unit: 'graphemes', links_as: null },
  ...{ pictures: pictureLimits, video: null },
}

/** Returns the limits of an account by what it granted. */
export function limitsByScopes(scopes: readonly string[]): PostLimits {
  const isVideo = scopes.includes(videoScope) || scopes.includes(wholeScope)
  return isVideo ? { ...blueskyLimits, video: videoLimits } : blueskyLimits
}
