import type { PostLimits } from '@gridloom/contract/posts/post'
import { graphemesOf } from '../text/graphemes.ts'
import { weightOf } from '../text/weight-of.ts'
import { linksIn } from './links-in.ts'

/** Of `@ada@social.example` only `@ada` counts. Source: Mastodon, `StatusLengthValidator`. */
const remoteMention = /(?<![\w/@])(@\w{1,30})@[\w.-]+\w/gu

/**
 * Counts a text as a channel does: characters are code points, graphemes what readers see as one character (UAX 29), and
 * weighted is as X counts: most characters of other scripts than Latin, and emoji, twice.
 * Where links count as a fixed number, each counts as that, and mentions count without their server.
 */
export function countText(text: string, limits: Pick<PostLimits, 'unit' | 'links_as'>): number {
  const { unit, links_as: linksAs } = limits
  if (linksAs === null) return countOf(text, unit)
  let count = 0
  let done = 0
  for (const { start, end } of linksIn(text)) {
    count += countOf(withoutServers(text.slice(done, start)), unit) + linksAs
    done = end
  }
  return count + countOf(withoutServers(text.slice(done)), unit)
}

/** How many characters a text is over its limit; zero or less where it fits. */
export function charactersOver(
  text: string,
  limits: Pick<PostLimits, 'unit' | 'links_as' | 'text_max'>,
): number {
  return countText(text, limits) - limits.text_max
}

function withoutServers(text: string): string {
  return text.replace(remoteMention, '$1')
}

function countOf(text: string, unit: PostLimits['unit']): number {
  let count = 0
  for (const one of unit === 'characters' ? text : graphemesOf(text))
    count += unit === 'weighted' ? weightOf(one) : 1
  return count
}
