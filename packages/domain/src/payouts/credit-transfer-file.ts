/** A bank account that pays or is paid. Names are written with `bankText`. */
export interface BankParty {
  readonly name: string
  readonly iban: string
  /** `null`: the bank finds it by the IBAN. */
  readonly bic: string | null
}

/** One payment of a file. */
export interface CreditTransfer {
  /** Told to the payee's bank, at most 35 characters of `bankText`. */
  readonly endToEndId: string
  readonly to: BankParty
  /** Above zero. */
  readonly cents: number
  /** What the payee reads, at most 140 characters of `bankText`. */
  readonly text: string
}

export interface CreditTransferFile {
  /** Unique among the payer's files, at most 35 characters: banks refuse a second file with it. */
  readonly messageId: string
  readonly createdAt: Date
  readonly payer: BankParty
  /** ISO 4217. */
  readonly currency: string
  /** Who pays the banks' charges: both their own, or the payer all of them. */
  readonly charges: 'shared' | 'payer'
  /** At least one. */
  readonly payments: readonly CreditTransfer[]
}

/**
 * Writes credit transfers as pain.001.001.09 (ISO 20022, CustomerCreditTransferInitiationV09), to be executed on the day
 * of the file (UTC). It names no service level: that of SEPA is for euros only.
 */
export function creditTransferXml(file: CreditTransferFile): string {
  const { payments, payer, createdAt } = file
  const count = tag('NbOfTxs', String(payments.length))
  const sum = tag('CtrlSum', amount(payments.reduce((total, { cents }) => total + cents, 0)))
  const day = createdAt.toISOString().slice(0, 10)
  const head =
    tag('MsgId', file.messageId) +
    tag('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`) +
    count +
    sum +
    wrap('InitgPty', name(payer))
  const group =
    tag('PmtInfId', file.messageId) +
    tag('PmtMtd', 'TRF') +
    count +
    sum +
    wrap('ReqdExctnDt', tag('Dt', day)) +
    wrap('Dbtr', name(payer)) +
    wrap('DbtrAcct', account(payer)) +
    wrap('DbtrAgt', agent(payer)) +
    tag('ChrgBr', file.charges === 'payer' ? 'DEBT' : 'SHAR')
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
${wrap('GrpHdr', head)}
<PmtInf>${group}
${payments.map((payment) => transfer(payment, file.currency)).join('\n')}
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`
}

function transfer({ endToEndId, to, cents, text }: CreditTransfer, currency: string): string {
  return wrap(
    'CdtTrfTxInf',
    wrap('PmtId', tag('EndToEndId', endToEndId)) +
      wrap('Amt', `<InstdAmt Ccy="${escaped(currency)}">${amount(cents)}</InstdAmt>`) +
      (to.bic === null ? '' : wrap('CdtrAgt', agent(to))) +
      wrap('Cdtr', name(to)) +
      wrap('CdtrAcct', account(to)) +
      wrap('RmtInf', tag('Ustrd', text.slice(0, 140))),
  )
}

/** Longer names are cut, as banks do. */
function name(party: BankParty): string {
  return tag('Nm', party.name.slice(0, 70))
}

function account({ iban }: BankParty): string {
  return wrap('Id', tag('IBAN', iban))
}

function agent({ bic }: BankParty): string {
  const known = bic === null ? wrap('Othr', tag('Id', 'NOTPROVIDED')) : tag('BICFI', bic)
  return wrap('FinInstnId', known)
}

function amount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function wrap(element: string, inner: string): string {
  return `<${element}>${inner}</${element}>`
}

function tag(element: string, text: string): string {
  return wrap(element, escaped(text))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
