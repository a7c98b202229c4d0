import { readFileSync } from 'node:fs'
import {
  type CreditTransferFile,
  creditTransferXml,
} from '@gridloom/domain/payouts/credit-transfer-file'
import { expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'

const fileName = 'pain.001.001.09.xsd'
const schema = [
  { fileName, contents: readFileSync(new URL(`fixtures/${fileName}`, import.meta.url), 'utf8') },
]

it.each<[string, Partial<CreditTransferFile>]>([
  ['shared charges', {}],
  ['charges of the payer', { charges: 'payer' }],
  ['a payer without a BIC', { payer: { ...aParty(), bic: null } }],
  ['a payee without a BIC', { payments: [{ ...aPayment(), to: { ...aParty(), bic: null } }] }],
  ['the longest texts', { messageId: 'M'.repeat(35), payments: [aLongPayment()] }],
  ['500 payments', { payments: Array.from({ length: 500 }, aPayment) }],
])('is valid by the ISO 20022 schema: %s', async (_what, parts) => {
  const { valid, errors } = await problemsOf(creditTransferXml({ ...aFile(), ...parts }))
  expect(errors).toEqual([])
  expect(valid).toBe(true)
})

it.each([
  ['an element that is missing', /<PmtMtd>.*?<\/PmtMtd>/, ''],
  ['elements in another order', /(<Dbtr>.*?<\/Dbtr>)(<DbtrAcct>.*?<\/DbtrAcct>)/, '$2$1'],
  ['an IBAN that is none', /<IBAN>.*?</, '<IBAN>12<'],
  ['an id that is too long', /<EndToEndId>/, `<EndToEndId>${'x'.repeat(35)}`],
])('notices %s', async (_what, part, changed) => {
  const xml = creditTransferXml(aFile())
  expect(xml).toMatch(part)
  expect((await problemsOf(xml.replace(part, changed))).valid).toBe(false)
})

function problemsOf(contents: string) {
  return validateXML({ xml: [{ fileName: 'file.xml', contents }], schema })
}

function aFile(): CreditTransferFile {
  return {
    messageId: 'GRIDLOOM-2026-00001',
    createdAt: new Date('2026-11-28T09:00:00Z'),
    payer: aParty(),
    currency: 'USD',
    charges: 'shared',
    payments: [aPayment(), aLongPayment()],
  }
}

function aPayment() {
  return { endToEndId: 'pyo-1', to: aParty(), cents: 7, text: 'Payout pyo-1' }
}

function aLongPayment() {
  const to = { ...aParty(), name: 'N'.repeat(90) }
  return { endToEndId: 'e'.repeat(35), to, cents: 999_999_999_999, text: 't'.repeat(200) }
}

function aParty() {
  return { name: 'Example Compute', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
}
