import { expect, it } from 'vitest'
import { aContent } from '../../../test/invoice-content.ts'
import { invoiceCsv } from './invoice-csv.ts'

it('lists the lines of an invoice with exact amounts', () => {
  const [first] = aContent().lines
  expect(invoiceCsv(aContent()).split('\r\n')).toEqual([
    'number,month,text,product,resource,gross_micro_usd,net_cents',
    `INV-2026-00001,2026-11,${first?.text},compute,${first?.resource},119000000,10000`,
    '',
  ])
})

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['a, b', '"a, b"'],
  ['تجربة 🚀', 'تجربة 🚀'],
])('writes the label %s as text', (text, cell) => {
  const content = aContent({ lines: aContent().lines.map((line) => ({ ...line, text })) })
  expect(invoiceCsv(content)).toContain(`2026-11,${cell},compute`)
})
