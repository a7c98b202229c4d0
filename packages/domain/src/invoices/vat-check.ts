import { checkVatId, isInEu, plainVatId } from './vat-id.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long an answer of VIES is relied on without asking again. */
const freshMs = { valid: 30 * dayMs, invalid: dayMs } as const

export type VatVerdict = keyof typeof freshMs

/** Whether an answer is recent enough for a document. */
export function isFresh(
  { verdict, checkedAt }: { verdict: VatVerdict | null; checkedAt: Date | null },
  now: Date,
): boolean {
  if (verdict === null || checkedAt === null) return false
  return now.getTime() - checkedAt.getTime() < freshMs[verdict]
}

const retriesMs = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440, 1_440].map((min) => min * minuteMs)

/** The pause after a number of attempts without an answer; `null`: enough of them, until somebody needs the answer. */
export function retryAfterMs(failures: number): number | null {
  return retriesMs[failures - 1] ?? null
}

/** Returns a text as a VAT ID that VIES can be asked about: one of an EU country with right check digits; else `null`. */
export function euVatId(text: string | null, country: string): string | null {
  const plain = plainVatId(text ?? '')
  return isInEu(country) && checkVatId(plain, country) === 'valid' ? plain : null
}
