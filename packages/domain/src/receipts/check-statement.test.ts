import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type {
  StatementAmounts,
  StatementDay,
  StatementHead,
  StatementLine,
} from '@gridloom/contract/receipts/signed-statement'
import { StatementEntry } from '@gridloom/contract/receipts/signed-statement'
import { describe, expect, it } from 'vitest'
import { noHash } from '../trust/evidence-chain.ts'
import { ReceiptProblem } from './check-day.ts'
import { checkStatement, type StatementSummary } from './check-statement.ts'
import { merkleTree } from './merkle-tree.ts'
import { hashDay } from './receipt-hashes.ts'
import {
  addAmounts,
  hashStatementDay,
  hashStatementHead,
  hashStatementLine,
} from './statement-hashes.ts'

const accountId = AccountId.parse('acc_00000000000000000000000001')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'jwk' }).x ?? ''
const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')

describe('the check of a signed statement', () => {
  it('finds nothing wrong with a whole one, and shows what it adds up to', () => {
    const summary = checked(aStatement())
    expect(summary).toMatchObject({ transactions: 4, withoutLines: 0 })
    expect(summary.balances).toEqual([
      ['available', 600],
      ['held', 300],
    ])
    expect(summary.days.map(({ day }) => day)).toEqual(['2026-11-26'])
    expect(checked(aStatement([])).balances).toEqual([])
  })

  it('finds every changed byte', () => {
    const text = textOf(aStatement())
    for (let at = 0; at < text.length; at += 1) {
      const changed =
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)
      expect(() => checked(entriesOf(changed)), `byte ${at}`).toThrow()
    }
  })

  it.each([
    ['a missing transaction', (all: StatementEntry[]) => all.toSpliced(lineAt(all, 1), 1)],
    [
      'a transaction that is there twice',
      (all: StatementEntry[]) => all.toSpliced(lineAt(all, 1), 0, ...all.slice(lineAt(all, 1))),
    ],
    ['a missing day', (all: StatementEntry[]) => all.toSpliced(1, 5)],
    ['an early end', (all: StatementEntry[]) => all.slice(0, -2)],
    ['no head', (all: StatementEntry[]) => all.slice(1)],
    ['a second head', (all: StatementEntry[]) => [...all, ...all.slice(0, 1)]],
  ])('finds %s', (_what, change) => {
    expect(() => checked(change(aStatement()))).toThrow()
  })

  it('finds balances that do not follow from the transactions, also those that are signed', () => {
    const wrong = aStatement(twoDays, () => [['available', 7]])
    expect(problem(wrong)).toMatch('do not add up')
  })

  it('goes on from the sums of days without their lines', () => {
    const all = aStatement(twoDays, undefined, '2026-11-27')
    const cut = all.filter((one) => one.type !== 'line' || one.at >= '2026-11-27')
    expect(checked(cut)).toMatchObject({ transactions: 1, withoutLines: 3 })
    expect(problem(all)).toMatch('not in its place')
  })

  it('needs the key of the installation that is known', () => {
    const check = () => checked(aStatement(), 'another')
    expect(check).toThrow('another key')
  })
})

const twoDays: [string, StatementAmounts[]][] = [
  [
    '2026-11-26',
    [
      [['available', 1_000]],
      [
        ['available', -400],
        ['held', 400],
      ],
      [['held', -100]],
    ],
  ],
  ['2026-11-27', [[]]],
]

/** Two days of an account, of which the first is published. */
function aStatement(
  days = twoDays,
  balancesOf: (balances: StatementAmounts) => StatementAmounts = (balances) => balances,
  linesFrom: string | null = null,
): StatementEntry[] {
  let balances: StatementAmounts = []
  let [previous, transaction] = [noHash, 0]
  const entries: StatementEntry[] = []
  for (const [at, [day, moves]] of days.entries()) {
    let linesHash = noHash
    const lines = moves.map((amounts): StatementLine => {
      const line = aLine(transaction, day, amounts)
      transaction += 1
      linesHash = hashStatementLine(line, linesHash)
      balances = addAmounts(balances, amounts)
      return line
    })
    const unhashed = {
      ...{ number: at + 1, day, transactions: lines.length, lines_hash: linesHash },
      ...{ balances: balancesOf(balances), previous },
    }
    previous = hashStatementDay(unhashed, accountId)
    const entry: StatementDay = { type: 'statement_day', ...unhashed, hash: previous }
    entries.push(entry, ...(at === 0 ? [aProof(entry)] : []), ...lines)
  }
  const head = {
    ...{ version: 1 as const, account_id: accountId, number: days.length, hash: previous },
    ...{ lines_from: linesFrom, at: '2026-11-28T10:00:00.000Z', key },
  } satisfies Omit<StatementHead, 'type' | 'signature'>
  return [{ type: 'statement', ...head, signature: signed(hashStatementHead(head)) }, ...entries]
}

function aLine(number: number, day: string, amounts: StatementAmounts): StatementLine {
  return {
    type: 'line',
    id: TransactionId.parse(`trx_${String(number).padStart(26, '0')}`),
    ...{ at: `${day}T10:00:00.000Z`, kind: 'transfer', text: 'Gift', instance_id: null },
    ...{ render_job_id: null, allowance_id: null, volume_id: null, reservation_id: null, amounts },
  }
}

function aProof({ day, number, hash }: StatementDay): StatementEntry {
  const { root, paths } = merkleTree([
    { subject_id: accountId, number, hash },
    { subject_id: 'ins_1', number: 1, hash: noHash },
  ])
  const published = { day, leaves: 2, root, previous: noHash }
  const dayHash = hashDay(published)
  return {
    ...{ type: 'day', ...published, hash: dayHash, signature: signed(dayHash) },
    ...{ index: 0, path: [...(paths[0] ?? [])] },
  }
}

function checked([head, ...rest]: readonly StatementEntry[], known?: string): StatementSummary {
  if (head?.type !== 'statement') throw new Error('no head')
  const check = checkStatement(head, {
    key: known,
    isSigned: (by, text, signature) => {
      const bytes = Buffer.from(signature, 'base64url')
      if (by !== key || bytes.toString('base64url') !== signature) return false
      return verify(null, Buffer.from(text), publicKey, bytes)
    },
  })
  for (const entry of rest) check.add(entry)
  return check.end()
}

function problem(entries: readonly StatementEntry[]): string {
  try {
    checked(entries)
  } catch (error) {
    if (error instanceof ReceiptProblem) return error.message
    throw error
  }
  return 'none'
}

function textOf(entries: readonly StatementEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

function lineAt(entries: readonly StatementEntry[], number: number): number {
  const lines = entries.flatMap(({ type }, at) => (type === 'line' ? [at] : []))
  return lines[number] ?? -1
}

/** Reads lines as the command line does: each in the one spelling that it has. */
function entriesOf(text: string): StatementEntry[] {
  if (!text.endsWith('\n')) throw new Error('cut off')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const entry = StatementEntry.parse(JSON.parse(line))
      if (JSON.stringify(entry) !== line) throw new Error('another spelling')
      return entry
    })
}
