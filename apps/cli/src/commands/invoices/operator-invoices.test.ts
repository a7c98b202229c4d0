import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const id = 'ivc_01jd3v8q6f7g8h9jkmnpqrstvw'
const document = {
  ...{ id, kind: 'invoice', number: 'INV-2026-00001', month: '2026-11' },
  ...{ issued_at: '2026-12-01T02:10:00.000Z', net_cents: 840, vat_cents: 160, total_cents: 1_000 },
  ...{ account_id: 'acc_01jd3v8q6f7g8h9jkmnpqrstvw', account_name: 'Lune', vat_check: null },
}
const all = {
  ...{ issuing: 'on', invoices: [document], total: 1 },
  series: [{ series: 'INV', year: 2026, documents: 1, last_number: 2 }],
}

describe('operator invoices', () => {
  it('lists the documents of all accounts, and says which numbers are missing', async () => {
    await using world = await aWorld({ answers: { 'invoices.listAll': () => all } })
    const { stdout, stderr } = await world.run('operator', 'invoices', '--kind', 'invoice')
    for (const text of ['INV-2026-00001', 'Lune', '$10.00']) expect(stdout).toContain(text)
    expect(stderr).toContain('INV-2026: 1 numbers missing')
  })

  it('issues a credit note of whole cents for a document that is named by its number', async () => {
    const bodies: unknown[] = []
    const credit = ({ body }: { body?: unknown }) => {
      bodies.push(body)
      const totals = { total_cents: 250 }
      return { ...document, content: { number: 'CN-2026-00001', totals } }
    }
    await using world = await aWorld({
      answers: { 'invoices.listAll': () => all, 'invoices.credit': credit },
    })
    const words = ['operator', 'invoices', 'credit', 'INV-2026-00001', '--reason', 'Wrong price']
    await world.run(...words, '--usd', '2.50', '--key', 'a')
    expect(bodies).toEqual([{ reason: 'Wrong price', key: 'a', total_cents: 250 }])
    expect((await world.run(...words, '--usd', '2.505')).code).toBe(2)
    expect(
      (await world.run('operator', 'invoices', 'credit', 'X', '--reason', 'a')).stderr,
    ).toContain('There is no invoice X')
  })
})
