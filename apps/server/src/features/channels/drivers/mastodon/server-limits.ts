import { mediaBytesMax } from '@gridloom/contract/media/media'
import { type PostLimits, postPicturesMax, postTextMax } from '@gridloom/contract/posts/post'
import { ChannelFailed } from '../driver.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { jsonBytesMax, type MastodonRequest } from './mastodon-request.ts'
import { Instance, parseJson } from './schemas.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']
const videoTypes = ['video/mp4']
const mebibyte = 1024 ** 2

/**
 * Mastodon's defaults, for servers that do not say theirs. Source: docs.joinmastodon.org/user/posting and the constants of
 * its `MediaAttachment`.
 */
export const mastodonLimits: PostLimits = {
  ...{ text_max: 500, unit: 'graphemes', links_as: 23 },
  pictures: {
    ...{ max: postPicturesMax, types: pictureTypes },
    ...{ bytes_max: 16 * mebibyte, pixels_max: 33_177_600 },
  },
  video: {
    ...{ types: videoTypes, bytes_max: 99 * mebibyte },
    ...{ pixels_max: 8_294_400, seconds_max: null },
  },
}

/**
 * Reads what a server takes, which may be more or less than the defaults, and never more than posts here have. Returns
 * undefined where it does not say: its limits are a service to users, and no reason to refuse an account.
 */
export async function readServerLimits(
  { requests }: Pick<MastodonParts, 'requests'>,
  { origin, signal }: MastodonRequest,
): Promise<PostLimits | undefined> {
  const headers = { accept: 'application/json' }
  const url = new URL('/api/v2/instance', origin)
  try {
    const response = await requests.send({ url, headers, bytesMax: jsonBytesMax, signal })
    return response.status === 200 ? limitsIn(parseJson(Instance, response)) : undefined
  } catch (error) {
    if (error instanceof ChannelFailed) return undefined
    throw error
  }
}

function limitsIn({ configuration }: Instance): PostLimits {
  const { statuses, media_attachments: media } = configuration
  const { pictures, video } = mastodonLimits
  const taken = (types: readonly string[]) =>
    types.filter((type) => media.supported_mime_types?.includes(type) ?? true)
  const [pictureTypesTaken, videoTypesTaken] = [taken(pictureTypes), taken(videoTypes)]
  const most = statuses.max_media_attachments ?? postPicturesMax
  return {
    text_max: Math.min(statuses.max_characters ?? mastodonLimits.text_max, postTextMax),
    unit: 'graphemes',
    links_as: statuses.characters_reserved_per_url ?? mastodonLimits.links_as,
    pictures:
      pictureTypesTaken.length === 0 || most === 0 || pictures === null
        ? null
        : {
            ...{ max: Math.min(most, postPicturesMax), types: pictureTypesTaken },
            bytes_max: Math.min(
              media.image_size_limit ?? pictures.bytes_max,
              mediaBytesMax.picture,
            ),
            pixels_max: media.image_matrix_limit ?? pictures.pixels_max,
          },
    video:
      videoTypesTaken.length === 0 || most === 0 || video === null
        ? null
        : {
            types: videoTypesTaken,
            bytes_max: Math.min(media.video_size_limit ?? video.bytes_max, mediaBytesMax.video),
            ...{ pixels_max: media.video_matrix_limit ?? video.pixels_max, seconds_max: null },
          },
  }
}
