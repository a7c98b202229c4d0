/** A picture that affiliates embed, as it is shown: a picture of twice the size is shown sharper. */
export interface BannerSize {
  /** Of the IAB's fixed sizes, or of a widely used one; `null`: another size. */
  readonly name: string | null
  readonly width: number
  readonly height: number
}

/** Source: IAB, New Ad Portfolio, "Fixed Size Ad Specifications", and sizes that many sites have had before it. */
const standardSizes: Readonly<Record<string, string>> = {
  '300x250': 'Medium rectangle',
  '336x280': 'Large rectangle',
  '728x90': 'Leaderboard',
  '970x90': 'Large leaderboard',
  '970x250': 'Billboard',
  '468x60': 'Full banner',
  '160x600': 'Wide skyscraper',
  '120x600': 'Skyscraper',
  '300x600': 'Half page',
  '320x50': 'Mobile leaderboard',
  '320x100': 'Large mobile banner',
  '250x250': 'Square',
  '1200x628': 'Social link',
}

/** Returns the size in which a picture is embedded. Pure. */
export function bannerSize(width: number, height: number): BannerSize {
  for (const scale of [1, 2]) {
    const shown = { width: width / scale, height: height / scale }
    const name = standardSizes[`${shown.width}x${shown.height}`]
    if (name !== undefined) return { name, ...shown }
  }
  return { name: null, width, height }
}

/** Returns the sub ID by which clicks on a creative are told apart: `build-faster-8k2f`. Pure. */
export function creativeSubId({ id, title }: { id: string; title: string }): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  return `${words === '' ? 'creative' : words}-${id.slice(-6)}`
}

/** What the HTML of a banner says. */
export interface Banner {
  readonly link: string
  readonly picture: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

/**
 * Returns the HTML of a banner that links to us. The link is marked as advertising for search engines
 * (`rel="sponsored"`), and the page that embeds it is not controlled by ours. Pure.
 */
export function bannerHtml({ link, picture, width, height, alt }: Banner): string {
  return `<a href="${escaped(link)}" target="_blank" rel="sponsored noopener"><img src="${escaped(picture)}" width="${width}" height="${height}" alt="${escaped(alt)}" loading="lazy"></a>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
