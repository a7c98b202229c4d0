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

/** An element of a page: its text on the lines that it is shown on, and the absolute addresses of its links. */
export interface HtmlElement {
  readonly text: string
  readonly links: readonly string[]
}

/**
 * Reads the first element that is looked for, or returns undefined. Its markup is dropped and never interpreted. Runs in
 * linear time and keeps no tree.
 */
export function readElement(
  html: string,
  base: URL,
  isWanted: (name: string, classes: readonly string[]) => boolean,
): HtmlElement | undefined {
  const links = new Set<string>()
  let text = ''
  let state: 'before' | 'in' | 'after' = 'before'
  let depth = 0
  let hiddenDepth = 0
  const parser = new Parser({
    onopentag(name, { class: classes = '', href }) {
      if (state === 'before' && isWanted(name, classes.split(/\s+/))) state = 'in'
      if (state !== 'in') return
      depth += 1
      if (hidden.has(name)) hiddenDepth += 1
      if (name === 'br') text += '\n'
      const url = name === 'a' && href !== undefined ? URL.parse(href.trim(), base.href) : null
      if (url === null || !/^https?:$/.test(url.protocol) || links.size >= linksMax) return
      links.add(url.href)
    },
    ontext(piece) {
      if (state === 'in' && hiddenDepth === 0 && text.length < textCharsMax) text += piece
    },
    onclosetag(name) {
      if (state !== 'in') return
      if (hidden.has(name)) hiddenDepth -= 1
      if (name === 'p' || name === 'div') text += '\n'
      depth -= 1
      if (depth === 0) state = 'after'
    },
  })
  parser.end(html)
  return state === 'before' ? undefined : { text: text.trim(), links: [...links] }
}
