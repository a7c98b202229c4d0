import { describe, expect, it } from 'vitest'
import { type CreditTransferFile, creditTransferXml } from './credit-transfer-file.ts'

describe('a file of credit transfers', () => {
  it('has its payments, their number and their sum', () => {
    const xml = creditTransferXml(aFile())
    expect(all(xml, 'EndToEndId')).toEqual(['pyo-1', 'pyo-2'])
    expect(all(xml, 'NbOfTxs')).toEqual(['2', '2'])
    expect(all(xml, 'CtrlSum')).toEqual(['1500.07', '1500.07'])
    expect(xml).toContain('<InstdAmt Ccy="USD">1500.00</InstdAmt>')
    expect(xml).toContain('<InstdAmt Ccy="USD">0.07</InstdAmt>')
    expect(all(xml, 'Dt')).toEqual(['2026-11-28'])
    expect(all(xml, 'CreDtTm')).toEqual(['2026-11-28T09:00:00Z'])
    expect(all(xml, 'ChrgBr')).toEqual(['SHAR'])
  })

  it('has its elements in the order of the schema, those of a payment too', () => {
    const xml = creditTransferXml(aFile())
    expect(elements(xml, 'PmtInf').slice(0, 10)).toEqual([
      ...['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct', 'DbtrAgt'],
      ...['ChrgBr', 'CdtTrfTxInf'],
    ])
    expect(elements(xml, 'CdtTrfTxInf')).toEqual([
      ...['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
    ])
    expect(elements(xml, 'GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'])
  })

  it('names the bank of a payee only where it is known, and that of the payer as not provided', () => {
    const xml = creditTransferXml(aFile())
    expect(all(xml, 'BICFI')).toEqual(['COBADEFFXXX'])
    expect(all(xml, 'DbtrAgt')).toEqual([
      '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>',
    ])
  })

  it('cuts names at 70 characters, and escapes what is not text', () => {
    const { payments } = aFile()
    const [first] = payments
    if (first === undefined) throw new Error('no payment')
    const to = { ...first.to, name: `<&"${'a'.repeat(80)}` }
    const xml = creditTransferXml({ ...aFile(), payments: [{ ...first, to }] })
    expect(xml).toContain(`<Nm>&lt;&amp;&quot;${'a'.repeat(67)}</Nm>`)
  })

  it('is the same bytes of the same payments', () => {
    expect(creditTransferXml(aFile())).toBe(creditTransferXml(aFile()))
  })
})

/** The texts of an element, in order. */
function all(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => text,
  )
}

/** The names of the children of the first element of a name, in order. */
function elements(xml: string, element: string): string[] {
  const [inside = ''] = all(xml, element)
  const names: string[] = []
  let depth = 0
  for (const [sign, closing, name = ''] of inside.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (closing === '/') depth -= 1
    if (closing === '' && depth === 0) names.push(name)
    if (closing === '' && !sign.endsWith('/>')) depth += 1
  }
  return names
}

function aFile(): CreditTransferFile {
  const text = 'Payout'
  return {
    messageId: 'PAYOUTS-20261128-1',
    createdAt: new Date('2026-11-28T09:00:00Z'),
    payer: { name: 'Example Operator', iban: 'DE89370400440532013000', bic: null },
    currency: 'USD',
    charges: 'shared',
    payments: [
      {
        ...{ endToEndId: 'pyo-1', cents: 150_000, text },
        to: { name: 'Ada Lovelace', iban: 'DE75512108001245126199', bic: 'COBADEFFXXX' },
      },
      {
        ...{ endToEndId: 'pyo-2', cents: 7, text },
        to: { name: 'Grace Hopper', iban: 'GB29NWBK60161331926819', bic: null },
      },
    ],
  }
}
