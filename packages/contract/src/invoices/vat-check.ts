import { z } from 'zod'
import { Timestamp } from '../core/values.ts'

/** The consultation number of VIES, which proves that a VAT ID was asked about. */
const ConsultationNumber = z.string().max(60)

/**
 * What VIES, the register of VAT IDs of the EU, says of a VAT ID: `valid` or `invalid` is its last answer; `pending`: it is
 * being asked; `unavailable`: the register of its country gives no answer, and is asked again.
 */
export const VatCheck = z.strictObject({
  state: z.enum(['valid', 'invalid', 'pending', 'unavailable']),
  /** Of the last answer. */
  checked_at: Timestamp.nullable(),
  /** Where VIES gave one, as it does to sellers with a VAT ID. */
  consultation_number: ConsultationNumber.nullable(),
  /** When it is asked again, where it gave no answer the last time. */
  retry_at: Timestamp.nullable(),
})
export type VatCheck = z.infer<typeof VatCheck>

/** The answer that a document rests on. `unknown`: VIES gave none, so that the check digits decided. */
export const DocumentVatCheck = z.strictObject({
  vat_id: z.string(),
  state: z.enum(['valid', 'invalid', 'unknown']),
  checked_at: Timestamp.nullable(),
  consultation_number: ConsultationNumber.nullable(),
})
export type DocumentVatCheck = z.infer<typeof DocumentVatCheck>
