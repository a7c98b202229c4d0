import { parseFeed } from 'htmlparser2'
import { z } from 'zod'

/** A feed, as far as drivers need it. */
export interface SiteFeed {
  readonly title: string
  readonly description: string
  readonly items: readonly { title: string; link: string; publishedAt: Date | null }[]
}

const itemsMax = 200

/** Source: jsonfeed.org/version/1.1. */
const JsonFeed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  title: z.string().catch(''),
  description: z.string().catch(''),
  items: z
    .array(
      z.object({
        title: z.string().catch(''),
        url: z.string().catch(''),
        date_published: z.string().catch(''),
      }),
    )
    .catch([]),
})

/** Reads a feed: RSS, Atom or JSON. Returns undefined for what is none. */
export function readFeed(text: string): SiteFeed | undefined {
  return text.trimStart().startsWith('{') ? readJsonFeed(text) : readXmlFeed(text)
}

function readJsonFeed(text: string): SiteFeed | undefined {
  const parsed = JsonFeed.safeParse(parsedOr(text))
  if (!parsed.success) return undefined
  const { title, description, items } = parsed.data
  return {
    ...{ title, description },
    items: items.slice(0, itemsMax).map((item) => ({
      ...{ title: item.title, link: item.url, publishedAt: dateOf(item.date_published) },
    })),
  }
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so no feed.
    return undefined
  }
}

function readXmlFeed(text: string): SiteFeed | undefined {
  if (!/<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 2_000))) return undefined
  const feed = parseFeed(text)
  if (feed === null) return undefined
  return {
    ...{ title: feed.title ?? '', description: feed.description ?? '' },
    items: feed.items.slice(0, itemsMax).map((item) => ({
      title: item.title ?? '',
      link: item.link ?? '',
      publishedAt: item.pubDate === undefined ? null : dateOf(String(item.pubDate)),
    })),
  }
}

function dateOf(text: string): Date | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms)
}
