import { anInvoice } from '@gridloom/testkit/an-invoice'
import { describe, expect, it } from 'vitest'
import { codeOf, withCompanies } from '../../../test/companies.ts'
import { queuedOrSentEmails } from '../../../test/mailed.ts'
import { withPeople } from '../../../test/people.ts'

const details = {
  ...{ legal_name: 'شركة النور 🚀', address_lines: ['Hauptstraße 1'], postal_code: '10115' },
  ...{ city: 'Berlin', country: 'DE', vat_id: 'de 136.695.976', purchase_order: '' },
  ...{ email: 'billing@example.com', email_invoices: true },
}

describe('billing details', () => {
  it('are saved with a plain VAT id, and both addresses are told of a change', async () => {
    await using site = await withPeople()
    const ada = await site.someone('ada')
    expect(await ada.client.invoices.readDetails()).toBeNull()
    await ada.client.invoices.writeDetails({ body: details })
    expect(await ada.client.invoices.readDetails()).toMatchObject({ vat_id: 'DE136695976' })
    await ada.client.invoices.writeDetails({ body: { ...details, email: 'new@example.com' } })
    await ada.client.invoices.writeDetails({ body: { ...details, email: 'new@example.com' } })
    const told = await queuedOrSentEmails(site)
    expect(told.filter((mail) => mail.includes('Billing address')).toSorted()).toEqual([
      'billing@example.com: Billing address added',
      'billing@example.com: Billing address removed',
      'new@example.com: Billing address added',
    ])
  })

  it.each([
    ['vat_id', 'DE136695977'],
    ['vat_id', 'ATU13585627'],
    ['country', 'XX'],
    ['email', 'a@b.c, d@e.f'],
    ['legal_name', 'a\u202eb'],
    ['address_lines', []],
  ])('are refused with a wrong %s', async (field, value) => {
    await using site = await withPeople()
    const { client } = await site.someone()
    const body = { ...details, [field]: value }
    const error = await client.invoices.writeDetails({ body }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(Object.keys(Object(error).fields)[0]).toContain(field)
  })

  it('of a company are read by its members, and changed by owners and admins', async () => {
    await using site = await withCompanies()
    const { id, owner, admin, member } = await site.company()
    const acting = await Promise.all([owner, admin, member].map((who) => site.actAs(who, id)))
    const codes = acting.map(({ client }) =>
      codeOf(client.invoices.writeDetails({ body: details })),
    )
    expect(await Promise.all(codes)).toEqual(['good', 'good', 'forbidden'])
    expect(await acting[2]?.client.invoices.readDetails()).toMatchObject({ city: 'Berlin' })
    const [acted] = acting
    const self = acted && (await site.actAs(acted, null))
    expect(await self?.client.invoices.readDetails()).toBeNull()
  })
})

describe('an invoice', () => {
  it('is listed and downloaded by its account, and unknown to others', async () => {
    await using site = await withPeople()
    const ada = await site.someone('ada')
    const eve = await site.someone('eve')
    const id = await anInvoice(site.server, ada.id)
    const params = { id }
    expect(await ada.client.invoices.list()).toMatchObject({
      ...{ issuing: 'off', total: 1 },
      invoices: [{ id, kind: 'invoice', total_cents: 1_000, vat_cents: 160, net_cents: 840 }],
    })
    const pdf = await (await ada.client.invoices.pdf({ params })).arrayBuffer()
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await (await ada.client.invoices.xml({ params })).text()).toContain('INV-2026-00001')
    expect(await (await ada.client.invoices.csv({ params })).text()).toContain('10000000,840')
    expect(await eve.client.invoices.list()).toMatchObject({ total: 0 })
    for (const call of ['get', 'pdf', 'xml', 'csv'] as const)
      await expect(eve.client.invoices[call]({ params })).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('is listed for operators, who need a seller for credit notes', async () => {
    await using site = await withPeople()
    const ada = await site.someone('ada')
    const id = await anInvoice(site.server, ada.id)
    expect(await site.operator.invoices.listAll()).toMatchObject({
      ...{ issuing: 'off', total: 1 },
      invoices: [{ account_id: ada.id, account_name: 'Ada' }],
    })
    expect(await site.operator.invoices.listAll({ query: { kind: 'credit_note' } })).toMatchObject({
      total: 0,
    })
    const body = { reason: 'Wrong price', key: 'a' }
    const credit = site.operator.invoices.credit({ params: { id }, body })
    await expect(credit).rejects.toMatchObject({ code: 'invoices_off' })
    await expect(ada.client.invoices.listAll()).rejects.toMatchObject({ code: 'forbidden' })
  })
})
