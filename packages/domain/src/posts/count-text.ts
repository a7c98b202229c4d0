import type { PostLimits } from '@gridloom/contract/posts/post'
import { linksIn } from './links-in.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Of `@ada@social.example` only `@ada` counts. Source: Mastodon, `StatusLengthValidator`. */
const remoteMention = /(?<![\w/@])(@\w{1,30})@[\w.-]+\w/gu

/**
 * Counts a text as a channel does: characters are code points, graphemes what readers see as one character (UAX 29).
 * Where links count as a fixed number, each counts as that, and mentions count without their server.
 */
export function countText(text: string, limits: Pick<PostLimits, 'unit' | 'links_as'>): number {
  const { unit, links_as: linksAs } = limits
  if (linksAs === null) return countOf(text, unit)
  let count = 0
  let end = 0
  for (const { at, text: link } of linksIn(text)) {
    count += countOf(withoutServers(text.slice(end, at)), unit) + linksAs
    end = at + link.length
  }
  return count + countOf(withoutServers(text.slice(end)), unit)
}

/** How many characters a text is over its limit; zero or less where it fits. */
export function charactersOver(text: string, limits: PostLimits): number {
  return countText(text, limits) - limits.text_max
}

function withoutServers(text: string): string {
  return text.replace(remoteMention, '$1')
}

function countOf(text: string, unit: PostLimits['unit']): number {
  let count = 0
  for (const _one of unit === 'graphemes' ? graphemes.segment(text) : text) count += 1
  return count
}
