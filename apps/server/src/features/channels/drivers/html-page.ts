import { plainText } from '@gridloom/contract/core/plain-text'
import { Parser } from 'htmlparser2'

/** What a page says, as far as drivers need it. */
export interface HtmlPage {
  readonly title: string
  /** The text that readers see, with its white space collapsed; at most 100,000 characters. */
  readonly text: string
  /** Absolute addresses of its links, without repetition; at most 500. */
  readonly links: readonly string[]
  /** Links with `rel="me"`, of anchors and of the head. */
  readonly meLinks: readonly string[]
  /** Contents of `<meta>` by name or property; the first one of each. */
  readonly metas: ReadonlyMap<string, string>
  /** The first `<time datetime>`. */
  readonly time: string | null
}

const textCharsMax = 100_000
const linksMax = 500
const metasMax = 200
const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg'])
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Reads a page. Runs in linear time and keeps no tree, so that no nesting is too deep. */
export function readHtml(html: string, base: URL): HtmlPage {
  const links = new Set<string>()
  const meLinks = new Set<string>()
  const metas = new Map<string, string>()
  let [title, text] = ['', '']
  let time: string | null = null
  let hiddenDepth = 0
  let isInTitle = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden.has(name)) hiddenDepth += 1
      if (name === 'title') isInTitle = true
      if (!inline.has(name)) text += ' '
      if (name === 'time') time ??= attributes.datetime ?? null
      if (name === 'meta') addMeta(metas, attributes)
      if (name === 'a' || name === 'link') addLink(name, attributes)
    },
    ontext(piece) {
      if (isInTitle && title.length < 1_000) title += piece
      else if (hiddenDepth === 0 && text.length < 2 * textCharsMax) text += piece
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth -= 1
      if (name === 'title') isInTitle = false
      if (!inline.has(name)) text += ' '
    },
  })
  parser.end(html)

  function addLink(name: string, { href, rel = '' }: Record<string, string>) {
    const url = href === undefined ? null : URL.parse(href.trim(), base.href)
    if (url === null || !/^https?:$/.test(url.protocol)) return
    const relations = rel.toLowerCase().split(/\s+/)
    // Where strangers write, their links are marked.
    const isOwners = !relations.includes('nofollow') && !relations.includes('ugc')
    if (relations.includes('me') && isOwners && meLinks.size < linksMax) meLinks.add(url.href)
    if (name === 'a' && links.size < linksMax) links.add(url.href)
  }

  return {
    ...{
      title: plainText(collapsed(title), 1_000),
      text: plainText(collapsed(text), textCharsMax),
    },
    ...{ links: [...links], meLinks: [...meLinks], metas, time },
  }
}

function addMeta(metas: Map<string, string>, attributes: Record<string, string>): void {
  const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
  const { content } = attributes
  if (content === undefined || metas.size >= metasMax || metas.has(name)) return
  metas.set(name, content)
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
