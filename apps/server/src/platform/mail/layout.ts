import { plainText } from '@gridloom/contract/core/plain-text'
import { product } from '@gridloom/contract/core/product'

/** The content of an email as plain text: nothing in it is read as markup. */
export interface EmailContent {
  /** The line that a mail program shows beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A one-time code, shown large and easy to copy. */
  code?: string
  /** `url` is an http or https address. */
  button?: { label: string; url: string }
  /** A smaller line below, such as how long a code is valid. */
  footnote?: string
}

const reason =
  `You received this email because this address was entered at ${product.name}. ` +
  'If this was not you, you can ignore it.'

const sans = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "'JetBrains Mono',ui-monospace,Consolas,Menlo,monospace"

/**
 * Lays out both forms of an email from the same content. The HTML is one column of at most 600 px with its styles
 * inline, as mail programs drop most of the rest; those that support dark mode get our dark palette.
 * @throws {TypeError} when the button leads to anything but an http or https address
 */
export function layOut(content: EmailContent): { text: string; html: string } {
  const { protocol } = new URL(content.button?.url ?? 'https://none.example')
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('the button of an email leads to an http or https address')
  const plain = plainContent(content)
  return { text: textOf(plain), html: htmlOf(plain) }
}

/** Longer than any paragraph of ours. */
const paragraphCharsMax = 1_000

/** Emails contain names and texts of users: each part is reduced to one plain line. */
function plainContent(content: EmailContent): EmailContent {
  const line = (text: string) => plainText(text, paragraphCharsMax)
  return {
    ...content,
    preheader: line(content.preheader),
    heading: line(content.heading),
    paragraphs: content.paragraphs.map(line),
  }
}

function textOf({ heading, paragraphs, code, button, footnote }: EmailContent): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(footnote === undefined ? [] : [footnote]),
    `-- \n${product.name}\n${reason}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function htmlOf(content: EmailContent): string {
  const { preheader, heading, paragraphs, code, button, footnote } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${escaped(heading)}</title>
<style>${darkRules}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f4f6;-webkit-text-size-adjust:100%">
${preheaderOf(preheader)}
<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
<div style="max-width:600px;margin:0 auto;padding:32px 16px;font-family:${sans}">
<p class="ink" style="margin:0 0 16px;padding:0 8px;font-size:17px;font-weight:700;letter-spacing:-0.01em;color:#1a1a20">${escaped(product.name)}</p>
<div class="card" style="padding:32px 24px;background:#ffffff;border:1px solid #e6e6ea;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700;letter-spacing:-0.01em;color:#1a1a20">${escaped(heading)}</h1>
${paragraphs.map(paragraphOf).join('\n')}
${code === undefined ? '' : codeOf(code)}
${button === undefined ? '' : buttonOf(button)}
${footnote === undefined ? '' : footnoteOf(footnote)}
</div>
<p class="quiet" style="margin:20px 0 0;padding:0 8px;font-size:12px;line-height:1.6;color:#5f5f6b">${escaped(reason)}</p>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</body>
</html>
`
}

/** Our dark palette, for mail programs that support it. Only `!important` overrides inline styles. */
const darkRules = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0f0f12 !important; }
  .card { background: #151519 !important; border-color: #25252c !important; }
  .ink { color: #ededf1 !important; }
  .quiet { color: #9c9ca9 !important; }
  .line { border-color: #25252c !important; }
  .code { background: #1f2140 !important; color: #ededf1 !important; }
  .link { color: #9da7ff !important; }
  .button { background: #5c68e0 !important; }
}
`

/** Hidden in the email; the blanks after it keep the body's first words out of the mail program's preview. */
function preheaderOf(preheader: string): string {
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preheader)}${blanks}</div>`
}

function paragraphOf(paragraph: string): string {
  return `<p class="ink" style="margin:0 0 16px;font-size:15px;line-height:1.6;color:#1a1a20">${escaped(paragraph)}</p>`
}

function codeOf(code: string): string {
  return `<p class="code" style="margin:24px 0;padding:20px 8px 20px 18px;border-radius:10px;background:#eef0fd;font-family:${mono};font-size:32px;line-height:1.2;font-weight:700;letter-spacing:10px;text-align:center;white-space:nowrap;-webkit-user-select:all;user-select:all;color:#1a1a20">${escaped(code)}</p>`
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  const href = escaped(url)
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:#4450c9;font-size:15px;line-height:1.2;font-weight:600;text-decoration:none;color:#ffffff">${escaped(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.6;color:#5f5f6b">Or open this address: <a class="link" href="${href}" style="color:#3b46b8;word-break:break-all">${href}</a></p>`
}

function footnoteOf(footnote: string): string {
  return `<p class="quiet line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e6e6ea;font-size:13px;line-height:1.6;color:#5f5f6b">${escaped(footnote)}</p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
