import type { PostLimits } from '@gridloom/contract/posts/post'
import { formatBytes } from '../format-bytes.ts'
import { formatDuration } from '../format-duration.ts'

/** A picture or video, as far as channels limit it. */
export interface FittingMedium {
  readonly kind: 'picture' | 'video'
  readonly title: string
  /** Its MIME type. */
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  /** Null for pictures. */
  readonly seconds: number | null
}

/**
 * Whether a channel publishes media. `by_hand`: it takes none of this kind from us, so the owner of the post is reminded.
 * `no`: it takes this kind, and not these files. `why` is one sentence for users.
 */
export type MediaFit =
  | { readonly fits: 'yes' }
  | { readonly fits: 'by_hand' | 'no'; readonly why: string }

type Limits = Pick<PostLimits, 'pictures' | 'video'>

const megapixel = 1_000_000

/** Returns whether a channel with these limits publishes the media of a post; `limits` null: it publishes nothing from us. */
export function mediaFit(media: readonly FittingMedium[], limits: Limits | null): MediaFit {
  if (limits === null || media.length === 0) return { fits: 'yes' }
  for (const medium of media) {
    const limit = medium.kind === 'video' ? limits.video : limits.pictures
    if (limit === null)
      return {
        fits: 'by_hand',
        why: `It takes no ${medium.kind === 'video' ? 'videos' : 'pictures'} from here.`,
      }
  }
  const picturesMax = limits.pictures?.max ?? 0
  const pictures = media.filter(({ kind }) => kind === 'picture').length
  if (pictures > picturesMax)
    return { fits: 'no', why: `It takes at most ${picturesMax} pictures.` }
  const problems = media.map((medium) => problemOf(medium, limits))
  const why = problems.find((problem) => problem !== undefined)
  return why === undefined ? { fits: 'yes' } : { fits: 'no', why: `${why}.` }
}

/** Whether the media can be in one post: up to four pictures, or one video. */
export function isOnePost(media: readonly Pick<FittingMedium, 'kind'>[]): boolean {
  return !media.some(({ kind }) => kind === 'video') || media.length === 1
}

function problemOf(medium: FittingMedium, limits: Limits): string | undefined {
  const { kind, title, type, bytes, width, height, seconds } = medium
  const limit = kind === 'video' ? limits.video : limits.pictures
  if (limit === null) return undefined
  const { types, bytes_max: bytesMax, pixels_max: pixelsMax } = limit
  if (!types.includes(type)) return `It takes no files of type ${type}, as “${title}” is`
  if (bytes > bytesMax) return `“${title}” has ${sizes(bytes, bytesMax)}`
  if (pixelsMax !== null && width * height > pixelsMax)
    return `“${title}” has ${megapixels(width * height)}, and it takes ${megapixels(pixelsMax)}`
  const secondsMax = kind === 'video' ? (limits.video?.seconds_max ?? null) : null
  if (secondsMax === null || seconds === null || seconds <= secondsMax) return undefined
  return `“${title}” lasts ${formatDuration(seconds)}, and it takes ${formatDuration(secondsMax)}`
}

/** In bytes where the difference is too small to show otherwise. */
function sizes(bytes: number, bytesMax: number): string {
  const [has, takes] = [formatBytes(bytes), formatBytes(bytesMax)]
  if (has !== takes) return `${has}, and it takes ${takes}`
  return `${bytes.toLocaleString('en')} bytes, and it takes ${bytesMax.toLocaleString('en')}`
}

function megapixels(pixels: number): string {
  return `${Math.round((pixels / megapixel) * 10) / 10} megapixels`
}
