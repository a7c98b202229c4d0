import { linksIn } from '@gridloom/domain/posts/links-in'
import { z } from 'zod'
import { ChannelFailed, type PublicPost } from '../driver.ts'
import { cleanLinks, cleanText } from '../outgoing/clean-text.ts'
import { readElement } from '../outgoing/html-page.ts'
import { readAnswer } from '../outgoing/read-answer.ts'
import type { PublicPosts, PublicReader } from './platform.ts'

const Embed = z.object({
  title: z.string().optional(),
  html: z.string().max(100_000).optional(),
})

interface OembedOptions {
  readonly endpoint: string
  readonly addressOf: (url: URL) => string | undefined
  /** The post's text is the paragraph of the HTML, or the title. */
  readonly textIn: 'html' | 'title'
  /** The statuses of a post that is deleted or never was. */
  readonly gone?: readonly number[]
  /** What the status of an existing post is that others may not see. */
  readonly hidden?: { readonly status: number; readonly text: string }
  /** The site that shortens every link of a post. */
  readonly shortener?: string
}

/** Posts that a platform describes to everybody (oembed.com). It names authors by their changeable names alone. */
export function oembedPosts(options: OembedOptions): PublicPosts {
  const { endpoint, addressOf, textIn, hidden, shortener, gone = [404, 410] } = options
  return {
    addressOf,
    async read(reader, address): Promise<PublicPost | 'gone'> {
      const query = new URLSearchParams({ url: address, format: 'json' })
      const { status, body } = await reader.read(`${endpoint}?${query}`)
      if (gone.includes(status)) return 'gone'
      if (status === hidden?.status) throw new ChannelFailed('refused', hidden.text)
      if (status !== 200)
        throw new ChannelFailed('unavailable', `${reader.name} does not show posts to us now.`)
      const embed = readAnswer(reader.name, body, Embed)
      const shown = readElement(embed.html ?? '', new URL(address), (name) => name === 'p')
      const text = cleanText((textIn === 'html' ? shown?.text : embed.title) ?? '')
      const named = [...(shown?.links ?? []), ...linksIn(text).map(({ url }) => url)]
      const links = await lengthened(reader, cleanLinks(named), shortener)
      return { url: address, authorId: null, text, links, publishedAt: null }
    },
  }
}

const lengthenedMax = 5

/** Where shortened links lead; the shortener is asked, and no site that it names. */
async function lengthened(
  reader: PublicReader,
  links: readonly string[],
  shortener: string | undefined,
): Promise<string[]> {
  const isShort = (link: string) => shortener !== undefined && link.startsWith(shortener)
  const asked = links.filter(isShort).slice(0, lengthenedMax)
  const found = await Promise.all(
    asked.map(async (link) => (await reader.read(link)).headers.location ?? link),
  )
  return cleanLinks([...found, ...links.filter((link) => !asked.includes(link))])
}
