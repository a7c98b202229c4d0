import { createHash } from 'node:crypto'
import { product } from '@gridloom/contract/core/product'

/** A page of ours at a port address: why the app is not here, and what to do. */
export interface PortPage {
  readonly status: number
  /** For programs: what went wrong, as a code of the API. */
  readonly code: string
  readonly title: string
  readonly text: string
  /** A list under the text, such as ports. */
  readonly items?: readonly { readonly text: string; readonly href: string }[]
  readonly action?: { readonly text: string; readonly href: string }
  /** The page loads itself again after so many seconds. */
  readonly reloadS?: number
}

/** Renders a page that needs no script, no file and no other origin. */
export function renderPage({ title, text, items = [], action, reloadS }: PortPage): string {
  const reload = reloadS === undefined ? '' : `<meta http-equiv="refresh" content="${reloadS}">`
  const list = items.map((item) => `<li><a href="${escaped(item.href)}">${escaped(item.text)}</a>`)
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark">${reload}`,
    `<title>${escaped(title)} · ${product.name}</title><style>${style}</style>`,
    `<main><p class="brand">${product.name}</p><h1>${escaped(title)}</h1><p>${escaped(text)}</p>`,
    list.length === 0 ? '' : `<ul>${list.join('')}</ul>`,
    action === undefined
      ? ''
      : `<p><a class="action" href="${escaped(action.href)}">${escaped(action.text)}</a></p>`,
    reloadS === undefined ? '' : '<p class="wait" role="status">This page reloads by itself.</p>',
    '</main></html>',
  ].join('')
}

const style = `:root{color-scheme:light dark;--text:#1a1c20;--soft:#5c616b;--line:#dfe2e8;--back:#f7f8fa;--card:#fff;--accent:#1c64d1}
@media(prefers-color-scheme:dark){:root{--text:#eceef2;--soft:#a2a8b4;--line:#2f343d;--back:#121418;--card:#1a1d23;--accent:#7db0ff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:480px;padding:28px;border:1px solid var(--line);border-radius:12px;background:var(--card);overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:22px;line-height:1.3}p{margin:0 0 12px}main>:last-child{margin-bottom:0}.brand,.wait{color:var(--soft);font-size:14px}
ul{margin:0 0 12px;padding-left:20px}a{color:var(--accent)}.action{display:inline-block;margin-top:4px;padding:9px 16px;border:1px solid currentColor;border-radius:8px;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** The headers of our own answers at a port address. */
export const ownHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
