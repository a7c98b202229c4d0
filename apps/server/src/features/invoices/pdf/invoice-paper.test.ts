import { expect, it } from 'vitest'
import { aContent } from '../../../../test/invoice-content.ts'
import { makePaperPdf } from '../../../platform/pdf/make-paper-pdf.ts'
import { invoicePaper } from './invoice-paper.ts'

const makeInvoicePdf = (content: Parameters<typeof invoicePaper>[0]) =>
  makePaperPdf(invoicePaper(content))

it('is the same bytes each time, and others for another invoice', async () => {
  const pdf = await makeInvoicePdf(aContent())
  expect(pdf.equals(await makeInvoicePdf(aContent()))).toBe(true)
  expect(pdf.equals(await makeInvoicePdf(aContent({ number: 'INV-2026-00002' })))).toBe(false)
})

it('is PDF/A-3b with the invoice attached as an alternative, and says so in its metadata', async () => {
  const text = (await makeInvoicePdf(aContent())).toString('latin1')
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '/AFRelationship /Alternative',
    '(factur-x.xml)',
    '/OutputIntents',
  ])
    expect(text).toContain(part)
  const fonts = [...text.matchAll(/\/BaseFont \/([\w+-]+)/g)].map(([, name]) => name)
  expect(fonts.length).toBeGreaterThan(3)
  // Subsets of fonts are embedded and have a tag of six letters.
  for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+Noto/)
})

it('breaks many lines into pages, and takes names that no font has', async () => {
  const [line] = aContent().lines
  if (line === undefined) throw new RangeError('the invoice has a line')
  const lines = Array.from({ length: 120 }, () => ({ ...line, text: '日本語 ไทย 𓀀 '.repeat(8) }))
  const text = (await makeInvoicePdf(aContent({ lines }))).toString('latin1')
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
})
