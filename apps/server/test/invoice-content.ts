import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { invoiceTotals } from '@gridloom/domain/invoices/invoice-totals'

/** An invoice of $119 from a seller in Germany to a buyer there. */
export function aContent(parts: Partial<InvoiceContent> = {}): InvoiceContent {
  const vat = parts.vat ?? { category: 'S', rate_basis_points: 1_900, note: null }
  const gross = 119_000_000
  const { totals, lineNetCents } = invoiceTotals([gross], {
    deduction: 0,
    rateBasisPoints: vat.rate_basis_points,
  })
  return {
    ...{ kind: 'invoice', number: 'INV-2026-00001', issued_on: '2026-12-01', month: '2026-11' },
    currency: 'USD',
    seller: aParty({ name: 'Operator GmbH', vat_id: 'DE136695976' }),
    buyer: aParty({ name: 'شركة النور للحوسبة (فرع 12) 🚀👩‍💻' }),
    ...{ purchase_order: 'PO 7', corrects: null, reason: null, totals, vat },
    lines: [
      {
        ...{ text: 'Instance web & co', product: 'compute', gross_micro_usd: gross },
        resource: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw',
        net_cents: lineNetCents[0] ?? 0,
      },
    ],
    ...parts,
  }
}

function aParty(parts: Partial<InvoiceContent['seller']>): InvoiceContent['seller'] {
  return {
    ...{ name: 'Ada', address_lines: ['Hauptstraße 1'], postal_code: '10115', city: 'Berlin' },
    ...{ country: 'DE', vat_id: null, tax_number: null, registration: 'HRB 1', email: null },
    ...parts,
  }
}
