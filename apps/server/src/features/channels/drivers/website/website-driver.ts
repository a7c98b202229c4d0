import { plainText } from '@gridloom/contract/core/plain-text'
import { isSafeAddress } from '@gridloom/domain/safe-address'
import { decodeText } from '../decode-text.ts'
import { type ChannelDriver, ChannelFailed, type Connected, type PublicPost } from '../driver.ts'
import { type HtmlPage, readHtml } from '../outgoing/html-page.ts'
import type { OutsideRequests } from '../outgoing/outside-requests.ts'
import { proofFileUrl, proofMetaName } from './proof-places.ts'
import { readFeed, type SiteFeed } from './read-feed.ts'

const pageBytesMax = 2_000_000
const fileBytesMax = 10_000
const accept =
  'text/html, application/xhtml+xml, application/feed+json, application/rss+xml, application/atom+xml, */*;q=0.5'

type Proof = { url: URL; code: string; meUrl: URL; signal: AbortSignal }
type Document = { url: URL; page: HtmlPage } | { url: URL; feed: SiteFeed }

/**
 * Websites and feeds. A page is proved where only its owner writes: in the head of the page (a meta or the title), in a
 * link with `rel="me"`, in the title or the description of a feed, or by a file of the site. Text of the body proves
 * nothing, as comments stand there as well. The file proves the whole site, everything else the page and what is below.
 */
export function websiteDriver(requests: OutsideRequests): ChannelDriver {
  async function check({ url, code, meUrl, signal }: Proof): Promise<Connected> {
    if (!isSafeAddress(url.href))
      throw new ChannelFailed('refused', 'Use an https address: http can be changed on the way.')
    if (await hasFile(requests, { url, code, signal })) {
      const site = new URL('/', url)
      return connectedTo(site, site.host)
    }
    const found = await fetchDocument(requests, url, signal)
    if (found === 'gone') throw new ChannelFailed('refused', 'There is no such page.')
    if (found.url.origin !== url.origin)
      throw new ChannelFailed('refused', `It redirects to ${found.url.host}. Enter that address.`)
    const isProved =
      'feed' in found
        ? `${found.feed.title}\n${found.feed.description}`.includes(code)
        : isOwnPage(found.page, { code, meUrl })
    if (!isProved) throw new ChannelFailed('refused', missing(found))
    return connectedTo(url, 'feed' in found ? found.feed.title : found.page.title)
  }

  return {
    channel: 'website',
    connecting: { kind: 'proof', asks: 'url', check },
    async readPost(url, signal) {
      const found = await fetchDocument(requests, url, signal)
      return found === 'gone' ? 'gone' : publicPost(found)
    },
  }
}

async function hasFile(
  requests: OutsideRequests,
  { url, code, signal }: Omit<Proof, 'meUrl'>,
): Promise<boolean> {
  try {
    const file = proofFileUrl(url)
    const request = { url: file, headers: { accept: 'text/plain' }, bytesMax: fileBytesMax, signal }
    // Without redirects: another site says nothing about this one.
    const { status, body, headers } = await requests.send(request)
    const lines = decodeText(body, headers).split(/\r?\n/)
    return status === 200 && lines.some((line) => line.trim() === code)
  } catch (error) {
    // The page itself is looked at next: it says whether the site is down.
    if (error instanceof ChannelFailed) return false
    throw error
  }
}

async function fetchDocument(
  requests: OutsideRequests,
  url: URL,
  signal: AbortSignal,
): Promise<Document | 'gone'> {
  const request = { url, headers: { accept }, bytesMax: pageBytesMax, signal }
  const { status, body, headers, url: from } = await requests.get(request)
  if (status === 404 || status === 410 || status === 401) return 'gone'
  if (status !== 200) throw new ChannelFailed('refused', `It answers with status ${status}.`)
  const text = decodeText(body, headers)
  const feed = readFeed(text)
  return feed === undefined ? { url: from, page: readHtml(text, from) } : { url: from, feed }
}

function isOwnPage(
  { title, metas, meLinks }: HtmlPage,
  { code, meUrl }: Pick<Proof, 'code' | 'meUrl'>,
): boolean {
  if (metas.get(proofMetaName) === code || title.includes(code)) return true
  if ([...metas.values()].some((content) => content.includes(code))) return true
  return meLinks.includes(meUrl.href)
}

function missing(found: Document): string {
  if ('feed' in found) return 'The code is in neither the title nor the description of the feed.'
  return 'The page has neither the code in its head nor a link with rel="me" to your address.'
}

function connectedTo(proved: URL, title: string): Connected {
  return {
    ...{ externalId: proved.href, handle: handleOf(proved), profileUrl: proved.href },
    name: plainText(title, 100).trim() || proved.host,
    ...{ credentials: null, expiresAt: null, scopes: [] },
  }
}

function handleOf({ host, pathname }: URL): string {
  return pathname === '/' ? host : `${host}${pathname}`
}

function publicPost(found: Document): PublicPost {
  const url = found.url.href
  if ('feed' in found) {
    const { title, description, items } = found.feed
    const lines = [title, description, ...items.map((item) => item.title)]
    const links = items.map(({ link }) => link).filter((link) => URL.canParse(link))
    const [newest] = items
    const publishedAt = newest?.publishedAt ?? null
    return { url, authorId: null, text: lines.join('\n').slice(0, 100_000), links, publishedAt }
  }
  const { title, text, links, metas, time } = found.page
  const published = Date.parse(metas.get('article:published_time') ?? time ?? '')
  return {
    ...{ url, authorId: null, text: `${title}\n${text}`, links },
    publishedAt: Number.isNaN(published) ? null : new Date(published),
  }
}
