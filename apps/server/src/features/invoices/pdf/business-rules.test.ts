import { InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import type { Product } from '@gridloom/contract/ledger/line'
import { invoiceXml } from '@gridloom/domain/invoices/invoice-xml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenRules, testCount } from '../../../../test/en16931/schematron.ts'
import type { InvoiceSeller } from '../../../invoice-seller.ts'
import { creditNoteOf } from '../credit-note-of.ts'
import { type DocumentFacts, documentOf } from '../document-of.ts'

const odd = 'شركة النور للحوسبة (فرع 12) 🚀👩‍💻 <&"\'> Ελλάδα'

type Kind = readonly [name: string, facts: Partial<DocumentFacts>, category: string]

const kinds: readonly Kind[] = [
  ['an invoice at home', {}, 'S'],
  ['an invoice to another EU country without a VAT ID', { account: anAccount('FR') }, 'S'],
  ['a rate of zero', { seller: aSeller({ rates: { DE: 0 } }) }, 'Z'],
  ['reverse charge', { account: anAccount('FR', 'FR26936116482') }, 'AE'],
  ['reverse charge to Greece', { account: anAccount('GR', 'EL795557578') }, 'AE'],
  ['a buyer outside of the EU', { account: anAccount('US') }, 'O'],
  [
    'a buyer with a VAT ID outside of the EU',
    { account: anAccount('CH', 'CHE123456788', 'CH') },
    'O',
  ],
  ['a small business', { seller: aSmallBusiness({ vatId: 'DE136695976' }) }, 'E'],
  ['a small business without a VAT ID', { seller: aSmallBusiness({ taxNumber: '12/345' }) }, 'E'],
  ['a seller outside of the EU', { seller: aSwissSeller() }, 'O'],
  ['self-billing at home', selfBilling(anAccount('DE', 'DE259757103')), 'S'],
  ['self-billing to another EU country', selfBilling(anAccount('AT', 'ATU69070293')), 'AE'],
  ['self-billing of a private provider', selfBilling(anAccount('FR')), 'O'],
  ['self-billing from outside of the EU', selfBilling(anAccount('US', '12345678')), 'O'],
  [
    'self-billing to a small business with a VAT ID',
    {
      ...selfBilling(anAccount('AT', 'ATU69070293')),
      seller: aSmallBusiness({ vatId: 'DE136695976', taxNumber: '1' }),
    },
    'AE',
  ],
  [
    'self-billing to a small business',
    { ...selfBilling(anAccount('AT', 'ATU69070293')), seller: aSmallBusiness({ taxNumber: '1' }) },
    'O',
  ],
  ['welcome credit that paid a part', { amounts: amountsOf([119_000_000], 11_900_000) }, 'S'],
  ['credits above the charges of a resource', { amounts: amountsOf([9_000_000, -4_444_444]) }, 'S'],
  [
    'sixty lines of half a cent',
    { amounts: amountsOf(Array.from({ length: 60 }, () => 4_999)) },
    'S',
  ],
  ['an account without billing details', { account: aClosedAccount() }, 'S'],
]

describe('the business rules of EN 16931 and Factur-X', () => {
  it('are read, all of them', () => {
    expect(testCount).toBe(627)
  })

  it.each(kinds)('are kept by %s', (_name, facts, category) => {
    const content = aDocument(facts)
    expect(content.vat.category).toBe(category)
    expect(problemsOf(content)).toEqual([])
  })

  it.each(kinds)('are kept by a credit note of a part of %s', (_name, facts) => {
    const content = aDocument(facts)
    const at = new Date('2026-12-03T00:00:00Z')
    const cents = Math.ceil(content.totals.total_cents / 3)
    const note = creditNoteOf(
      { id: InvoiceId.parse('ivc_01jd3v8q6f7g8h9jkmnpqrstvw'), content },
      { cents, reason: `Wrong <price> & "${odd}"`, at },
    )
    expect(problemsOf({ ...note, number: 'CN-2026-00001' })).toEqual([])
  })

  it('are kept however cents are rounded', () => {
    const line = fc.integer({ min: -9_999_999, max: 90_000_000 })
    const lines = fc.array(line, { minLength: 1, maxLength: 8 })
    const facts = [lines, fc.nat(40_000_000), fc.constantFrom(...kinds), rate()] as const
    fc.assert(
      fc.property(...facts, (amounts, welcome, [, facts], percent) => {
        const seller = { ...(facts.seller ?? aSeller()) }
        if (seller.rates.DE !== 0) seller.rates = { DE: percent, FR: percent }
        const content = aDocument({ ...facts, seller, amounts: amountsOf(amounts, welcome) })
        fc.pre(content.totals.total_cents > 0)
        expect(problemsOf(content)).toEqual([])
      }),
      { numRuns: 24 },
    )
  }, 60_000)

  it.each([
    ['BR-CO-17', /BasisAmount>[\d.]+</, 'BasisAmount>3.00<'],
    ['BR-S-08', /BasisAmount>[\d.]+</, 'BasisAmount>3.00<'],
    ['BR-CO-10', /(<ram:\w+Header\w+Summation><ram:LineTotalAmount>)[\d.]+/, '$17.00'],
    ['BR-CO-15', /GrandTotalAmount>[\d.]+</, 'GrandTotalAmount>3.00<'],
    ['BR-CO-16', /DuePayableAmount>[\d.]+</, 'DuePayableAmount>3.00<'],
    ['BR-CO-09', /schemeID="VA">DE/, 'schemeID="VA">ZZ'],
    ['BR-02', /<ram:ID>INV[^<]+<\/ram:ID>/, ''],
    ['FX-SCH-A-000555', /TypeCode>380</, 'TypeCode>999<'],
  ])('notice a document that breaks %s', (rule, part, changed) => {
    const xml = invoiceXml(aDocument({}))
    expect(xml).toMatch(part)
    expect(brokenRules(xml.replace(part, changed)).map(({ id }) => id)).toContain(rule)
  })
})

function problemsOf(content: InvoiceContent): string[] {
  return brokenRules(invoiceXml(content)).map(({ message }) => message)
}

function aDocument(facts: Partial<DocumentFacts>): InvoiceContent {
  const content = documentOf({
    ...{ kind: 'invoice', month: '2026-11', issuedOn: '2026-12-01', seller: aSeller() },
    ...{
      account: anAccount('DE'),
      purchaseOrder: 'PO 7',
      vatCheck: null,
      amounts: amountsOf([119_000_000]),
    },
    labels: new Map([['ins_0', odd]]),
    ...facts,
  })
  return { ...content, number: 'INV-2026-00001' }
}

function selfBilling(account: DocumentFacts['account']): Partial<DocumentFacts> {
  return { kind: 'self_billing', account }
}

function amountsOf(amounts: readonly number[], welcomeMicroUsd = 0): DocumentFacts['amounts'] {
  const products = ['compute', 'rendering', 'models', 'storage'] satisfies Product[]
  const resources = amounts.map((microUsd, at) => ({
    product: products[at % 4] ?? 'compute',
    subject: at === 1 ? '' : `ins_${at}`,
    microUsd,
  }))
  return { resources, welcomeMicroUsd }
}

function aSeller(parts: Partial<InvoiceSeller> = {}): InvoiceSeller {
  return {
    ...{ name: 'Operator GmbH', addressLines: ['Hauptstraße 1'], postalCode: '10115' },
    ...{ city: 'Berlin', country: 'DE', vatId: 'DE136695976', taxNumber: null },
    ...{ registration: 'HRB 1', email: 'billing@example.com', prefix: '', since: '2026-11' },
    ...{ rates: { DE: 1_900, FR: 2_000 }, exemptNote: null },
    ...parts,
  }
}

function aSmallBusiness(parts: Partial<InvoiceSeller>): InvoiceSeller {
  return aSeller({ vatId: null, exemptNote: 'No VAT under § 19 UStG.', rates: {}, ...parts })
}

function aSwissSeller(): InvoiceSeller {
  const parts = { country: 'CH', vatId: 'CHE123456788', registration: null, email: null }
  return aSeller({ ...parts, rates: { CH: 810 } })
}

function anAccount(country: string, vatId: string | null = null, city = 'Ville'): Party {
  return {
    ...{ name: odd, address_lines: [odd, '2', '3'], postal_code: '', city, country },
    ...{ vat_id: vatId, tax_number: null, email: 'ada@example.com' },
    registration: 'acc_01jd3v8q6f7g8h9jkmnpqrstvw',
  }
}

type Party = DocumentFacts['account']

function aClosedAccount(): Party {
  return { ...anAccount('DE'), name: 'Closed account', address_lines: [], city: '', email: null }
}

function rate() {
  return fc.constantFrom(500, 700, 810, 1_900, 2_000, 2_550, 2_700)
}
