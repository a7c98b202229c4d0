import { hash } from 'node:crypto'

import type { AccountId } from '@gridloom/contract/core/ids'
import { startViesStandIn } from '@gridloom/testkit/vies-stand-in'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startInbox } from '../../../test/inbox.ts'
import { aUsage, withLedger } from '../../../test/ledger-fixture.ts'
import { addAddressee } from '../../../test/mailed.ts'
import type { InvoiceSeller } from '../../invoice-seller.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { sendDueMail } from '../../platform/mail/send-due-mail.ts'
import { smtpDriver } from '../../platform/mail/smtp.ts'
import { makePaperPdf } from '../../platform/pdf/make-paper-pdf.ts'
import type { Paper } from '../../platform/pdf/paper.ts'
import { oweServiceCredit, readBill } from '../ledger/index.ts'
import { createVies } from '../vat-checks/vies.ts'
import { saveDetails } from './billing-details-store.ts'
import { creditInvoice } from './credit-invoice.ts'
import { finishDocuments } from './finish-documents.ts'
import { findInvoice, listInvoices } from './invoices-store.ts'
import { type IssuingCtx, issueDocuments } from './issue-documents.ts'
import { invoicePaper } from './pdf/invoice-paper.ts'

describe('a month with spending', () => {
  it('is invoiced once, by replicas at once, with the sums of the ledger', async () => {
    await using site = await withInvoices()
    const renter = await site.renter({ paid: 30_000_000, welcome: 3_000_000 })
    await site.spend(renter, [7_123_456, 12_345_678, 13_000_000])
    await site.endMonth()
    await Promise.all([issueDocuments(site.ctx), issueDocuments(site.ctx)])
    await issueDocuments(site.ctx)
    const [invoice, ...others] = await site.documents(renter)
    expect(others).toEqual([])
    const bill = await readBill(site.ctx, renter, { month: '2026-01', all: noFeatures })
    expect(invoice?.content).toMatchObject({
      ...{ kind: 'invoice', number: 'GL-INV-2026-00001', month: '2026-01' },
      issued_on: '2026-02-01',
      totals: {
        gross_micro_usd: bill.spent_micro_usd,
        deduction_micro_usd: 32_469_134 - 30_000_000,
        paid_micro_usd: 30_000_000,
        total_cents: 3_000,
        vat_cents: 479,
      },
      vat: { category: 'S', rate_basis_points: 1_900 },
    })
    expect(invoice?.content.lines).toHaveLength(3)
  })

  it('subtracts automatic credits, and states earnings to providers', async () => {
    await using site = await withInvoices()
    const renter = await site.renter({ paid: 10_000_000 })
    const [usage] = await site.spend(renter, [5_000_000])
    await site.credit(usage, 1_000_000)
    await site.endMonth()
    await issueDocuments(site.ctx)
    const [invoice] = await site.documents(renter)
    expect(invoice?.content.totals.paid_micro_usd).toBe(4_000_000)
    const [statement] = await site.documents(site.provider)
    const bill = await readBill(site.ctx, site.provider, { month: '2026-01', all: noFeatures })
    expect(statement?.content).toMatchObject({
      ...{ kind: 'self_billing', number: 'GL-SB-2026-00001', vat: { category: 'O' } },
      totals: { paid_micro_usd: bill.earned_micro_usd, vat_cents: 0 },
      buyer: { name: 'Operator GmbH' },
    })
  })

  it('is invoiced without a gap by a run after one that died between number and document', async () => {
    await using site = await withInvoices()
    const renters = await Promise.all([1, 2, 3, 4].map(() => site.renter({ paid: 5_000_000 })))
    for (const renter of renters) await site.spend(renter, [1_000_000])
    await site.endMonth()
    let left = 2
    const dying: IssuingCtx = {
      ...site.ctx,
      transact: (work) =>
        site.ctx.transact(async (tx) => {
          const done = await work(tx)
          left -= 1
          if (left < 0) throw new Error('killed')
          return done
        }),
    }
    await expect(issueDocuments(dying)).rejects.toThrow('killed')
    await Promise.all([
      issueDocuments(site.ctx),
      issueDocuments(site.ctx),
      issueDocuments(site.ctx),
    ])
    const { rows } = await sql<{ series: string; numbers: number[]; last: number }>`
      select i.series, array_agg(i.number order by i.number) as numbers, max(s.last_number) as last
      from invoices i join invoice_series s using (series, year) group by 1 order by 1`.execute(
      site.db,
    )
    expect(rows).toEqual([
      { series: 'INV', numbers: [1, 2, 3, 4], last: 4 },
      { series: 'SB', numbers: [1], last: 1 },
    ])
  })

  it('is not invoiced before it is over, nor without a seller, nor before the first invoiced month', async () => {
    await using site = await withInvoices()
    const renter = await site.renter({ paid: 5_000_000 })
    await site.spend(renter, [1_000_000])
    await issueDocuments(site.ctx)
    await site.endMonth()
    await issueDocuments({ ...site.ctx, invoiceSeller: undefined })
    await issueDocuments({ ...site.ctx, invoiceSeller: { ...seller, since: '2026-02' } })
    expect(await site.documents(renter)).toEqual([])
  })
})

describe('a VAT ID of another country', () => {
  const french = (site: { details(id: AccountId, vatId: string): Promise<void> }, id: AccountId) =>
    site.details(id, 'FR26936116482')

  it.each([
    ['valid', { category: 'AE' }, 'FR26936116482', 'valid'],
    ['invalid', { category: 'S', rate_basis_points: 2_000 }, null, 'invalid'],
    ['MS_UNAVAILABLE', { category: 'AE' }, 'FR26936116482', 'unknown'],
  ] as const)('that VIES calls %s decides the VAT', async (mood, vat, vatId, state) => {
    await using site = await withInvoices()
    await using standIn = await startViesStandIn()
    standIn.mood = mood
    const renter = await site.renter({ paid: 5_000_000 })
    await french(site, renter)
    await site.spend(renter, [1_000_000])
    await site.endMonth()
    const { clock } = site.ctx
    const vies = createVies({ url: standIn.url, requester: seller.vatId, clock })
    await issueDocuments({ ...site.ctx, vies })
    const [invoice] = await site.documents(renter)
    expect(invoice?.content).toMatchObject({
      ...{ vat, buyer: { country: 'FR', vat_id: vatId } },
      vat_check: { vat_id: 'FR26936116482', state },
    })
    expect(standIn.questions).toHaveLength(1)
  })

  it('is checked by its digits alone where VIES is off', async () => {
    await using site = await withInvoices()
    const renter = await site.renter({ paid: 5_000_000 })
    await french(site, renter)
    await site.spend(renter, [1_000_000])
    await site.endMonth()
    await issueDocuments(site.ctx)
    const [invoice] = await site.documents(renter)
    expect(invoice?.content.vat.category).toBe('AE')
    expect(invoice?.content).not.toHaveProperty('vat_check')
  })
})

describe('an issued document', () => {
  it('is never changed or deleted, and no number is left out', async () => {
    await using site = await withInvoices()
    const invoice = await site.invoiced()
    for (const change of [
      sql`update invoices set total_cents = 1, net_cents = 1, vat_cents = 0`,
      sql`delete from invoices`,
      sql`truncate invoices cascade`,
    ])
      await expect(change.execute(site.db)).rejects.toThrow('never changed')
    const gap = sql`insert into invoices (id, account_id, account_name, kind, series, year, number, month,
        issued_at, net_cents, vat_cents, total_cents, content)
      select 'ivc_x', 'acc_x', '', kind, series, year, 3, month, issued_at, 0, 0, 0, content
      from invoices where id = ${invoice.id}`
    await expect(gap.execute(site.db)).rejects.toThrow('has no predecessor')
  })

  it('is one PDF, whose hash is stored, and one email with it attached, from replicas at once', async () => {
    await using site = await withInvoices()
    await using inbox = await startInbox()
    const invoice = await site.invoiced('شركة النور للحوسبة (فرع 12) 🚀 Nour')
    await Promise.all([finishDocuments(site.ctx), finishDocuments(site.ctx)])
    await using mail = smtpDriver(inbox.url)
    await sendDueMail({ ...site.ctx, mail, mailFrom: 'a@b.example' }, site.ctx.signal)
    const [email, ...others] = inbox.emails
    expect(others).toEqual([])
    expect(email).toMatchObject({
      recipients: ['billing@nour.example'],
      subject: 'Invoice GL-INV-2026-00001 for January 2026',
    })
    const [attached] = email?.attachments ?? []
    expect(attached).toMatchObject({
      filename: 'GL-INV-2026-00001.pdf',
      mimeType: 'application/pdf',
    })
    const again = await makePaperPdf(invoicePaper(invoice.content))
    const stored = await findInvoice(site.db, invoice.id)
    expect(stored?.pdf_sha256).toBe(hash('sha256', again))
    const content = attached?.content
    expect(content instanceof ArrayBuffer && Buffer.from(content).equals(again)).toBe(true)
  })

  it('is finished although another one cannot be made, which the next run tries again', async () => {
    await using site = await withInvoices()
    const invoice = await site.invoiced()
    let failures = 1
    const papers = {
      make: async (paper: Paper) => {
        failures -= 1
        if (failures >= 0) throw new Error('no such glyph')
        return makePaperPdf(paper)
      },
    }
    expect(await finishDocuments({ ...site.ctx, papers })).toBe(1)
    expect(await finishDocuments({ ...site.ctx, papers })).toBe(1)
    expect((await findInvoice(site.db, invoice.id))?.pdf_sha256).not.toBeNull()
  })

  it('is not emailed where the account turned that off', async () => {
    await using site = await withInvoices()
    const { accountId } = await site.invoiced('Nour', false)
    expect(await finishDocuments(site.ctx)).toBe(2)
    const { rows } = await sql`select 1 from outgoing_mails`.execute(site.db)
    expect([accountId !== undefined, rows]).toEqual([true, []])
  })
})

describe('a credit note', () => {
  it('is issued once per key, and never for more than is left, also by two at once', async () => {
    await using site = await withInvoices()
    const { id } = await site.invoiced()
    const credit = (key: string, total_cents?: number) =>
      creditInvoice(site.ctx, id, { key, reason: 'Wrong price', total_cents })
    const [one, same] = await Promise.all([credit('a', 300), credit('a', 300)])
    expect(same?.id).toBe(one?.id)
    expect(one?.content).toMatchObject({
      ...{ kind: 'credit_note', number: 'GL-CN-2026-00001', corrects: { id } },
      totals: { total_cents: 300, vat_cents: 48, net_cents: 252 },
    })
    await expect(credit('a', 200)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    const two = await Promise.allSettled([credit('b', 400), credit('c', 400)])
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rest = await credit('d')
    expect(rest.content.totals.total_cents).toBe(300)
    await expect(credit('e')).rejects.toMatchObject({ code: 'credit_note_too_high' })
    await expect(
      creditInvoice(site.ctx, rest.id, { key: 'f', reason: 'Wrong' }),
    ).rejects.toMatchObject({ code: 'state_conflict' })
  })
})

const seller: InvoiceSeller = {
  ...{
    name: 'Operator GmbH',
    addressLines: ['Hauptstraße 1'],
    postalCode: '10115',
    city: 'Berlin',
  },
  ...{ country: 'DE', vatId: 'DE136695976', taxNumber: null, registration: null, email: null },
  ...{ rates: { DE: 1_900, FR: 2_000 }, exemptNote: null, prefix: 'GL-', since: '2026-01' },
}

/** A ledger with a provider, ways to spend, and the context of the job. The clock begins on 1 January 2026. */
async function withInvoices() {
  const ledger = await withLedger()
  const papers = { make: (paper: Paper) => makePaperPdf(paper) }
  const ctx = {
    ...ledger.context,
    ...{ invoiceSeller: seller, publicUrl: 'https://gridloom.example', papers, vies: null },
  }
  const provider = await ledger.anAccount()
  const machineId = ledger.aMachine()
  let named = 0

  async function renter({ paid, welcome = 0 }: { paid: number; welcome?: number }) {
    const id = await ledger.anAccount(paid)
    if (welcome > 0) await ledger.welcome(id, welcome)
    named += 1
    await addAddressee(ledger.db, { id, email: `renter-${named}@example.com` })
    return id
  }

  async function spend(accountId: AccountId, amounts: readonly number[]) {
    const usages = []
    for (const microUsd of amounts) {
      const instanceId = ledger.anInstance()
      await ledger.hold(accountId, instanceId, microUsd)
      const usage = aUsage(ledger, { instanceId, machineId, providerAccountId: provider, microUsd })
      await ledger.capture(usage)
      usages.push(usage)
    }
    return usages
  }

  async function documents(accountId: AccountId) {
    const { invoices } = await listInvoices(ledger.db, { accountId, page: 1, pageSize: 100 })
    const found = await Promise.all(invoices.map(({ id }) => findInvoice(ledger.db, id)))
    return found.filter((one) => one !== undefined)
  }

  const details = (id: AccountId, vatId: string) =>
    ctx.transact(async (tx) => {
      const change = {
        ...{ legal_name: 'Lune', address_lines: ['1 rue'], postal_code: '75001', city: 'Paris' },
        ...{ country: vatId.slice(0, 2), vat_id: vatId, purchase_order: '' },
        ...{ email: 'lune@example.com', email_invoices: true },
      }
      await saveDetails(tx, id, { change, at: ledger.clock.now() })
    })

  const endMonth = () => ledger.clock.jump(31 * 86_400_000)

  return {
    ...{
      ctx,
      provider,
      renter,
      spend,
      details,
      documents,
      endMonth,
      clock: ledger.clock,
      db: ledger.db,
    },
    credit: (usage: ReturnType<typeof aUsage> | undefined, microUsd: number) =>
      ctx.transact(async (tx) => {
        if (usage === undefined) throw new RangeError('a usage is needed')
        await oweServiceCredit(ctx, tx, {
          ...{ key: 'outage', instanceId: usage.instanceId, machineId, micro_usd: microUsd },
          ...{ reason: 'outage', seconds: 60, percent: null },
        })
      }),
    /** An invoice of $10 of an account with billing details. */
    async invoiced(legal_name = 'Nour', email_invoices = true) {
      const accountId = await renter({ paid: 10_000_000 })
      await ctx.transact((tx) =>
        saveDetails(tx, accountId, {
          change: {
            ...{ legal_name, address_lines: ['شارع 15'], postal_code: '1', city: 'Wien' },
            ...{ country: 'DE', vat_id: '', purchase_order: 'PO 7', email_invoices },
            email: 'billing@nour.example',
          },
          at: ctx.clock.now(),
        }),
      )
      await spend(accountId, [10_000_000])
      await endMonth()
      await issueDocuments(ctx)
      const [invoice] = await documents(accountId)
      if (invoice === undefined) throw new RangeError('an invoice is expected')
      return invoice
    },
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  }
}
