const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ mdash: '—', ndash: '–', hellip: '…' },
}

/** The text of a fragment of HTML on its lines, for showing it as text: markup is dropped and never interpreted. */
export function textOfHtml(html: string): string {
  return unescapeHtml(html.replace(/<br\s*\/?>|<\/p>/gi, '\n').replace(/<[^<>]{0,5000}>/g, ''))
}

/** The addresses of links in a fragment of HTML. */
export function hrefsIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^<>]{0,5000}?href="([^"]{1,2000})"/gi)].map(([, href = '']) =>
    unescapeHtml(href),
  )
}

function unescapeHtml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (all, ten, sixteen, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? all
      const point = ten === undefined ? Number.parseInt(sixteen, 16) : Number(ten)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
    },
  )
}
