import { isInEu } from '@gridloom/domain/invoices/vat-id'
import type { Feature } from '../../platform/feature.ts'
import { answerVatChecks } from './answer-vat-checks.ts'
import type { VatChecksCtx } from './ctx.ts'
import { vatChecksPersonalData } from './personal-data-store.ts'
import { createVies } from './vies.ts'

const askEveryMs = 5_000

/** What VIES, the register of VAT IDs of the EU, says of the VAT IDs of accounts. */
export const vatChecksFeature: Feature<VatChecksCtx, Pick<VatChecksCtx, 'vies'>> = {
  name: 'vat-checks',
  services: ({ config: { viesUrl: url, invoiceSeller: seller }, clock }) => {
    const requester = seller !== undefined && isInEu(seller.country) ? seller.vatId : null
    return { adapters: { vies: url === undefined ? null : createVies({ url, requester, clock }) } }
  },
  loops: [{ name: 'questions to VIES', everyMs: askEveryMs, run: answerVatChecks }],
  personalData: vatChecksPersonalData,
}
