import { countText } from '@gridloom/domain/posts/count-text'
import { linksIn } from '@gridloom/domain/posts/links-in'

export const postCollection = 'app.bsky.feed.post'

/** A picture as a server knows it after its upload. */
export interface UploadedPicture {
  readonly blob: unknown
  readonly alt: string
}

/** The record of a post. Source: the lexicon app.bsky.feed.post. */
export function postRecord(text: string, pictures: readonly UploadedPicture[], now: Date) {
  const facets = linkFacets(text)
  return {
    $type: postCollection,
    text,
    createdAt: now.toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(pictures.length > 0 && {
      embed: {
        $type: 'app.bsky.embed.images',
        images: pictures.map(({ blob, alt }) => ({ image: blob, alt })),
      },
    }),
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
