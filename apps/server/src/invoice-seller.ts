import { isPlainText } from '@gridloom/contract/core/plain-text'
import { Month } from '@gridloom/contract/ledger/bill'
import { CountryCode } from '@gridloom/contract/machines/countries'
import { checkVatId, isInEu, plainVatId } from '@gridloom/domain/invoices/vat-id'
import { z } from 'zod'

/** Who issues invoices, as `INVOICE_SELLER` describes it. */
export interface InvoiceSeller {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly postalCode: string
  readonly city: string
  readonly country: string
  readonly vatId: string | null
  readonly taxNumber: string | null
  readonly registration: string | null
  readonly email: string | null
  /** VAT rates in hundredths of a percent, by country. */
  readonly rates: Readonly<Record<string, number>>
  /** The sentence of a small business that charges no VAT. */
  readonly exemptNote: string | null
  /** Before the series of each number, such as `GL-`; it may be empty. */
  readonly prefix: string
  /** The first month that is invoiced. */
  readonly since: string
}

const line = (max: number) => z.string().trim().min(1).max(max).refine(isPlainText)

const SellerSource = z
  .strictObject({
    name: line(120),
    address: z.array(line(120)).min(1).max(3),
    postalCode: line(20),
    city: line(80),
    country: CountryCode,
    vatId: line(24).transform(plainVatId).optional(),
    taxNumber: line(40).optional(),
    registration: line(60).optional(),
    email: z.email().max(254).optional(),
    /** Percent, with at most two decimals. */
    rates: z
      .record(
        CountryCode,
        z
          .number()
          .min(0)
          .max(100)
          .refine((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6),
      )
      .default({}),
    smallBusinessNote: line(300).optional(),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9-]{0,12}$/)
      .default(''),
    since: Month,
  })
  .superRefine((seller, ctx) => {
    const problem = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message })
    if (seller.vatId !== undefined && checkVatId(seller.vatId, seller.country) !== 'valid')
      problem('vatId', 'is not a VAT id of that country')
    if (seller.vatId === undefined && seller.taxNumber === undefined)
      problem('vatId', 'or taxNumber must be given')
    if (seller.smallBusinessNote !== undefined) return
    if (seller.rates[seller.country] === undefined)
      problem(
        'rates',
        `must have the rate of ${seller.country}, or smallBusinessNote must be given`,
      )
    if (isInEu(seller.country) && seller.vatId === undefined)
      problem('vatId', 'must be given by a seller in the EU that charges VAT')
  })

/** Reads `INVOICE_SELLER`; problems begin with its name. */
export function readInvoiceSeller(text: string | undefined): {
  seller: InvoiceSeller | undefined
  problems: string[]
} {
  if (text === undefined) return { seller: undefined, problems: [] }
  const parsed = SellerSource.safeParse(jsonIn(text))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `INVOICE_SELLER: ${[...path, message].join(' ')}`,
    )
    return { seller: undefined, problems }
  }
  const { address, rates, smallBusinessNote, ...seller } = parsed.data
  const basisPoints = Object.entries(rates).map(([country, rate]) => [
    country,
    Math.round(rate * 100),
  ])
  return {
    seller: {
      ...{ name: seller.name, addressLines: address, postalCode: seller.postalCode },
      ...{ city: seller.city, country: seller.country, vatId: seller.vatId ?? null },
      ...{ taxNumber: seller.taxNumber ?? null, registration: seller.registration ?? null },
      ...{ email: seller.email ?? null, rates: Object.fromEntries(basisPoints) },
      exemptNote: smallBusinessNote ?? null,
      ...{ prefix: seller.prefix, since: seller.since },
    },
    problems: [],
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE reported as what it is not: an object
    return undefined
  }
}
