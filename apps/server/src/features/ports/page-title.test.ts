import { expect, it } from 'vitest'
import { titleIn } from './page-title.ts'

it.each([
  ['<html><head><title>JupyterLab</title>', 'JupyterLab'],
  ['<TITLE lang="en">\n  A &amp; B\n</TITLE>', 'A & B'],
  ['<title>&#x1F680; &#39;go&#39; &unknown;</title>', "🚀 'go' &unknown;"],
  ['<title>a\u0000\u202eb</title>', 'ab'],
  ['<title>&#xd800;&#0;</title>', '\ufffd'],
  ['<title></title>', null],
  ['<p>no title</p>', null],
  [`<title>${'x'.repeat(500)}</title>`, `${'x'.repeat(119)}…`],
  ['<title><script>alert(1)</script></title>', null],
])('reads the title of %j as one plain line', (html, title) => {
  expect(titleIn(html)).toBe(title)
})
