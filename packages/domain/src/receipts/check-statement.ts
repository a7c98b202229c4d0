import type { ReceiptProof } from '@gridloom/contract/receipts/signed-receipt'
import type {
  StatementAmounts,
  StatementDay,
  StatementEntry,
  StatementHead,
  StatementLine,
} from '@gridloom/contract/receipts/signed-statement'
import { assertNever } from '../assert-never.ts'
import { noHash } from '../trust/evidence-chain.ts'
import { checkDay, type IsSigned, ReceiptProblem } from './check-day.ts'
import { type HashText, hashText } from './receipt-hashes.ts'
import {
  addAmounts,
  hashStatementDay,
  hashStatementHead,
  hashStatementLine,
} from './statement-hashes.ts'

/** What a sound statement shows. */
export interface StatementSummary {
  readonly head: StatementHead
  /** Transactions that are in the file, and those of days without their lines. */
  readonly transactions: number
  readonly withoutLines: number
  /** The balances at the end of the last day. */
  readonly balances: StatementAmounts
  /** The published days that contain it, oldest first. */
  readonly days: readonly ReceiptProof[]
}

/** The check of one statement, line by line. */
export interface StatementCheck {
  /** @throws {ReceiptProblem} for the first line that does not hold */
  add(entry: StatementEntry): void
  /** Ends the check after the last line. @throws {ReceiptProblem} if it is not whole */
  end(): StatementSummary
}

interface Options {
  readonly isSigned: IsSigned
  readonly hash?: HashText
  /** The installation's key, as it was known before; the one in the statement by default. */
  readonly key?: string | undefined
}

/**
 * Begins the check of a signed statement, with nothing but public keys: that every line is unchanged and in its place,
 * that no day and no transaction is missing or there twice, that each day's balances follow from the day before and its
 * transactions, and that published days contain it.
 */
export function checkStatement(head: StatementHead, options: Options): StatementCheck {
  const check = new DaysCheck(head, options)
  return { add: (entry) => check.add(entry), end: () => check.end() }
}

class DaysCheck {
  readonly #head: StatementHead
  readonly #isSigned: IsSigned
  readonly #hash: HashText
  readonly #key: string
  readonly #days: ReceiptProof[] = []
  #day: StatementDay | undefined
  #linesHash = noHash
  #lines = 0
  #lastId = ''
  #balances: StatementAmounts = []
  #transactions = 0
  #withoutLines = 0

  constructor(head: StatementHead, { isSigned, hash = hashText, key = head.key }: Options) {
    this.#head = head
    this.#isSigned = isSigned
    this.#hash = hash
    this.#key = key
    if (head.key !== key)
      throw new ReceiptProblem('The statement names another key of the installation.')
    if (!isSigned(key, hashStatementHead(head, hash), head.signature))
      throw new ReceiptProblem('The head has a wrong signature.')
  }

  add(entry: StatementEntry): void {
    if (entry.type === 'statement') throw new ReceiptProblem('The statement begins twice.')
    else if (entry.type === 'statement_day') this.#addDay(entry)
    else if (entry.type === 'day') this.#addProof(entry)
    else if (entry.type === 'line') this.#addLine(entry)
    else assertNever(entry)
  }

  end(): StatementSummary {
    this.#endDay()
    const { number, hash } = this.#head
    const last = this.#day
    if ((last?.number ?? 0) !== number)
      throw new ReceiptProblem(`The statement ends at day ${last?.number ?? 0}, not ${number}.`)
    if ((last?.hash ?? noHash) !== hash)
      throw new ReceiptProblem('The last day is not the one that the head names.')
    return {
      ...{ head: this.#head, transactions: this.#transactions, withoutLines: this.#withoutLines },
      ...{ balances: this.#balances, days: this.#days },
    }
  }

  #addDay(day: StatementDay): void {
    this.#endDay()
    const before = this.#day
    const due = (before?.number ?? 0) + 1
    if (day.number !== due) throw new ReceiptProblem(`Day ${due} is missing, or is there twice.`)
    if (day.previous !== (before?.hash ?? noHash) || (before?.day ?? '') >= day.day)
      throw new ReceiptProblem(`${day.day} does not follow from the day before.`)
    if (hashStatementDay(day, this.#head.account_id, this.#hash) !== day.hash)
      throw new ReceiptProblem(`${day.day} was changed.`)
    this.#day = day
    this.#linesHash = noHash
    this.#lines = 0
    if (this.#hasLines(day)) return
    this.#balances = day.balances
    this.#withoutLines += day.transactions
  }

  #addLine(line: StatementLine): void {
    const day = this.#day
    if (day === undefined || !this.#hasLines(day))
      throw new ReceiptProblem(`${line.id} is not in its place.`)
    if (line.id <= this.#lastId)
      throw new ReceiptProblem(`${line.id} is there twice, or is not in its place.`)
    this.#lastId = line.id
    this.#linesHash = hashStatementLine(line, this.#linesHash, this.#hash)
    this.#lines += 1
    this.#transactions += 1
    this.#balances = addAmounts(this.#balances, line.amounts)
  }

  #endDay(): void {
    const day = this.#day
    if (day === undefined || !this.#hasLines(day)) return
    if (this.#lines !== day.transactions)
      throw new ReceiptProblem(
        `${day.day} has ${this.#lines} transactions instead of ${day.transactions}.`,
      )
    if (this.#linesHash !== day.lines_hash)
      throw new ReceiptProblem(`A transaction of ${day.day} was changed.`)
    if (JSON.stringify(this.#balances) !== JSON.stringify(day.balances))
      throw new ReceiptProblem(`The transactions of ${day.day} do not add up to its balances.`)
  }

  #hasLines({ day }: StatementDay): boolean {
    const { lines_from: from } = this.#head
    return from === null || day >= from
  }

  #addProof(proof: ReceiptProof): void {
    const day = this.#day
    if (day === undefined || this.#lines > 0 || proof.day !== day.day)
      throw new ReceiptProblem(`The published day ${proof.day} is not in its place.`)
    if (this.#days.at(-1)?.day === proof.day)
      throw new ReceiptProblem(`The published day ${proof.day} is there twice.`)
    const leaf = { subject_id: this.#head.account_id, number: day.number, hash: day.hash }
    checkDay(proof, leaf, { isSigned: this.#isSigned, hash: this.#hash, key: this.#key })
    this.#days.push(proof)
  }
}
