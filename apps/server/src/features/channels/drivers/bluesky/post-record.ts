import { countText } from '@gridloom/domain/posts/count-text'
import { linksIn } from '@gridloom/domain/posts/links-in'

export const postCollection = 'app.bsky.feed.post'

/** A file as a server knows it after its upload. */
export interface UploadedMedium {
  readonly kind: 'picture' | 'video'
  readonly blob: unknown
  readonly alt: string
  readonly aspectRatio: { readonly width: number; readonly height: number }
}

/** The record of a post. Source: the lexicons app.bsky.feed.post, app.bsky.embed.images and app.bsky.embed.video. */
export function postRecord(text: string, media: readonly UploadedMedium[], now: Date) {
  const facets = linkFacets(text)
  return {
    $type: postCollection,
    text,
    createdAt: now.toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(media.length > 0 && { embed: embedOf(media) }),
  }
}

function embedOf(media: readonly UploadedMedium[]) {
  const [first] = media
  if (first?.kind === 'video') {
    const { blob: video, alt, aspectRatio } = first
    return { $type: 'app.bsky.embed.video', video, alt, aspectRatio }
  }
  return {
    $type: 'app.bsky.embed.images',
    images: media.map(({ blob: image, alt, aspectRatio }) => ({ image, alt, aspectRatio })),
  }
}

/** The links of a text by bytes of its UTF-8: Bluesky shows no address as a link by itself. */
export function linkFacets(text: string) {
  const bytesTo = (end: number) => Buffer.byteLength(text.slice(0, end))
  return linksIn(text).map(({ url, start, end }) => ({
    index: { byteStart: bytesTo(start), byteEnd: bytesTo(end) },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri: url }],
  }))
}

/** The count that Bluesky limits. */
export function graphemesIn(text: string): number {
  return countText(text, { unit: 'graphemes', links_as: null })
}
