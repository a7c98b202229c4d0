import { type PageMetadata, tabTitle } from './pages.ts'

/** Writes title, description and icon to the document's head, one element each. */
export function writeWords(page: Document, { name, description, icons }: PageMetadata): void {
  page.title = tabTitle(name)
  setMeta(page, { attribute: 'name', key: 'description', content: description })
  setMeta(page, { attribute: 'property', key: 'og:title', content: tabTitle(name) })
  setMeta(page, { attribute: 'property', key: 'og:description', content: description })
  setLink(page, 'icon', icons)
}

/** Writes the page's canonical URL for search engines. */
export function writeAddress(page: Document, { url }: PageMetadata): void {
  setMeta(page, { attribute: 'property', key: 'og:url', content: url })
  setLink(page, 'canonical', url)
}

interface Meta {
  attribute: 'name' | 'property'
  key: string
  content: string
}

function setMeta(page: Document, { attribute, key, content }: Meta): void {
  const found = page.head.querySelector(`meta[${attribute}="${key}"]`)
  const meta = found ?? page.head.appendChild(page.createElement('meta'))
  meta.setAttribute(attribute, key)
  meta.setAttribute('content', content)
}

function setLink(page: Document, rel: string, href: string): void {
  const found = page.head.querySelector(`link[rel="${rel}"]`)
  const link = found ?? page.head.appendChild(page.createElement('link'))
  link.setAttribute('rel', rel)
  link.setAttribute('href', href)
}
