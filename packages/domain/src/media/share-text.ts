import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { Media } from '@gridloom/contract/media/media'
import { type ShareLimit, shareLimits } from '@gridloom/contract/media/share-limits'
import { linksIn } from '../posts/links-in.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { weightOf } from '../text/weight-of.ts'

const ellipsis = '…'

/** Returns the length of a text as a platform counts it. Pure. */
export function shareLength(text: string, platform: ChannelId): number {
  const limit = shareLimits[platform]
  if (limit.linkLength === null) return lengthOf(text, limit)
  let length = 0
  let done = 0
  for (const { start, end } of linksIn(text)) {
    length += lengthOf(text.slice(done, start), limit) + limit.linkLength
    done = end
  }
  return length + lengthOf(text.slice(done), limit)
}

/** Returns the text of a medium for a platform: the one that was written for it, or else its title and details. Pure. */
export function textFor(
  { texts, title, detail }: Pick<Media, 'texts' | 'title' | 'detail'>,
  platform: ChannelId,
): string {
  const written = texts.find((one) => one.platform === platform)
  if (written !== undefined) return written.text
  return [title, detail].filter((part) => part !== '').join('\n')
}

/**
 * Returns a post of a text and a link that fits a platform. The link always stands whole at the end; the text is cut at
 * a word, or within one that is too long alone. Pure.
 */
export function shareText(
  { text, link }: { text: string; link: string },
  platform: ChannelId,
): string {
  const max = shareLimits[platform].lengthMax
  const fits = (candidate: string) => shareLength(candidate, platform) <= max
  const joined = (head: string) => (head === '' ? link : `${head}\n${link}`)
  const whole = text.trim()
  if (fits(joined(whole))) return joined(whole)
  const words = whole.split(/(?<=\s)/u)
  const cut = (kept: number) => `${words.slice(0, kept).join('').trimEnd()}${ellipsis}`
  const kept = largest(words.length, (count) => fits(joined(cut(count))))
  if (kept > 0) return joined(cut(kept))
  const [first = ''] = words
  if (first.startsWith('http')) return link
  const parts = [...graphemesOf(first.trimEnd())]
  const shortened = (count: number) => `${parts.slice(0, count).join('')}${ellipsis}`
  const some = largest(parts.length, (count) => fits(joined(shortened(count))))
  return joined(some > 0 ? shortened(some) : '')
}

function lengthOf(text: string, { counts }: ShareLimit): number {
  if (counts === 'utf16') return text.length
  let length = 0
  for (const grapheme of graphemesOf(text))
    length += counts === 'graphemes' ? 1 : weightOf(grapheme)
  return length
}

/** Returns the largest count from 0 to `most` for which all smaller ones fit too. */
function largest(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
