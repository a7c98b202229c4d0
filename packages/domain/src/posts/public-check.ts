import type { PostCheck } from '@gridloom/contract/posts/post'
import { isDisclosed, referralLinksIn } from './disclosure.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Posts are read again so long after they were published. */
export const checksAfterMs: readonly number[] = [dayMs, 7 * dayMs, 30 * dayMs]

/** A channel that does not answer is asked again so often, an hour apart. */
const triesMax = 12

/** Looks that must find a post gone, an hour apart, before it counts as gone. */
const goneLooks = 2

/** What was read of a public post. `unreadable`: its channel did not answer. */
export type Found = { text: string; links: readonly string[] } | 'gone' | 'unreadable'

export interface CheckFacts {
  readonly now: Date
  readonly publishedAt: Date
  /** Which of the checks this is, from 0. */
  readonly stage: number
  /** Looks for this check before that were inconclusive. */
  readonly tries: number
  /** The text that was planned. */
  readonly text: string
  /** Whether we published it; its owner may have published another text. */
  readonly ours: boolean
  /** The public address of the product, of whose referral links are looked for. */
  readonly origin: string
}

/** What follows a look. `outcome` null: it was inconclusive, and is repeated. */
export interface AfterCheck {
  readonly outcome: PostCheck['outcome'] | null
  readonly stage: number
  readonly tries: number
  readonly nextCheckAt: Date | null
}

/** Decides what follows when a public post was read again. */
export function afterCheck(found: Found, facts: CheckFacts): AfterCheck {
  const { now, publishedAt, stage, tries } = facts
  const again = new Date(now.getTime() + hourMs)
  if (found === 'unreadable' && tries + 1 < triesMax)
    return { outcome: null, stage, tries: tries + 1, nextCheckAt: again }
  if (found === 'gone' && tries + 1 < goneLooks)
    return { outcome: null, stage, tries: tries + 1, nextCheckAt: again }
  const outcome = outcomeOf(found, facts)
  const next = outcome === 'gone' ? undefined : checksAfterMs[stage + 1]
  const nextMs = next === undefined ? undefined : publishedAt.getTime() + next
  return {
    ...{ outcome, stage: stage + 1, tries: 0 },
    nextCheckAt: nextMs === undefined ? null : new Date(Math.max(nextMs, again.getTime())),
  }
}

/** Compares what was read of a public post with the text that was planned. */
export function outcomeOf(
  found: Found,
  { text, ours, origin }: Pick<CheckFacts, 'text' | 'ours' | 'origin'>,
): PostCheck['outcome'] {
  if (typeof found === 'string') return found
  const links = new Set([...found.links, ...referralLinksIn(found.text, origin)].map(plainLink))
  const wanted = referralLinksIn(text, origin)
  if (wanted.some((link) => !links.has(plainLink(link)))) return 'link_missing'
  if (wanted.length > 0 && !isDisclosed(found.text)) return 'not_disclosed'
  return ours && !comparable(found.text).includes(comparable(text)) ? 'changed' : 'there'
}

/** A link without its sub ID: whoever edits a post may write the link without it. */
function plainLink(link: string): string {
  const url = URL.parse(link)
  url?.searchParams.delete('sub_id')
  return url?.href ?? link
}

/** Channels change white space, and shorten mentions and links. */
function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/@[\w.-]+(?:@[\w.-]+)?/g, '@')
    .replace(/\s+/g, '')
}
