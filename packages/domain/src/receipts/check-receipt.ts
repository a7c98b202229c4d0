import { countStatement } from '@gridloom/contract/agent/usage'
import type {
  ReceiptCount,
  ReceiptEntry,
  ReceiptHead,
  ReceiptProof,
  ReceiptRecord,
} from '@gridloom/contract/receipts/signed-receipt'
import { assertNever } from '../assert-never.ts'
import { chargeBetween } from '../money.ts'
import { noHash } from '../trust/evidence-chain.ts'
import { checkDay, type IsSigned, ReceiptProblem } from './check-day.ts'
import { type CountedSeconds, createMachineCounts } from './machine-counts.ts'
import { type HashText, hashHead, hashRecord, hashText } from './receipt-hashes.ts'

/** What a sound receipt shows. */
export interface ReceiptSummary {
  readonly head: ReceiptHead
  readonly records: number
  /** Charged seconds. */
  readonly charged: CountedSeconds
  /** What the machine signed. */
  readonly counted: CountedSeconds
  /** Charged seconds that no signature of the machine covers, as those of older agents. */
  readonly uncounted: number
  /** The keys that the machine signed with. */
  readonly machineKeys: readonly string[]
  /** The published days that contain the receipt, oldest first. */
  readonly days: readonly ReceiptProof[]
  /** Signatures that were verified. */
  readonly verified: number
}

export interface ReceiptCheckOptions {
  readonly isSigned: IsSigned
  readonly hash?: HashText
  /** The installation's key, as it was known before; the one in the receipt by default. */
  readonly key?: string | undefined
}

/** The check of one receipt, line by line. */
export interface ReceiptCheck {
  /** @throws {ReceiptProblem} for the first line that does not hold */
  add(entry: ReceiptEntry): void
  /** Ends the check after the last line. @throws {ReceiptProblem} if it is not whole */
  end(): ReceiptSummary
}

/**
 * Begins the check of a signed receipt, with nothing but public keys: that every line is unchanged and in its place,
 * that nothing is missing or charged twice, that each charge follows from its seconds and price, that the machine
 * counted at least the charged seconds, and that days contain it.
 */
export function checkReceipt(options: ReceiptCheckOptions): ReceiptCheck {
  let chain: ChainCheck | undefined
  return {
    add(entry) {
      if (entry.type === 'head') {
        if (chain !== undefined) throw new ReceiptProblem('The receipt begins twice.')
        chain = new ChainCheck(entry, options)
        return
      }
      if (chain === undefined) throw new ReceiptProblem('The receipt does not begin with its head.')
      chain.add(entry)
    },
    end() {
      if (chain === undefined) throw new ReceiptProblem('The receipt is empty.')
      return chain.end()
    },
  }
}

class ChainCheck {
  readonly #head: ReceiptHead
  readonly #isSigned: IsSigned
  readonly #hash: HashText
  readonly #key: string
  readonly #counts = createMachineCounts()
  readonly #machineKeys = new Set<string>()
  readonly #days: ReceiptProof[] = []
  readonly #charged = { running: 0, stopped: 0 }
  #last: ReceiptRecord | undefined
  #lastInterval: ReceiptRecord | undefined
  #firstFromMs: number | undefined
  #number = 0
  #hashBefore = noHash
  #microUsd = 0
  #creditedMicroUsd = 0
  #verified = 0

  constructor(
    head: ReceiptHead,
    { isSigned, hash = hashText, key = head.key }: ReceiptCheckOptions,
  ) {
    this.#head = head
    this.#isSigned = isSigned
    this.#hash = hash
    this.#key = key
    if (head.key !== key)
      throw new ReceiptProblem('The receipt names another key of the installation.')
    this.#verify(key, hashHead(head, hash), head.signature, 'The head has a wrong signature.')
  }

  add(entry: ReceiptRecord | ReceiptProof): void {
    if (entry.type === 'record') this.#addRecord(entry)
    else if (entry.type === 'day') this.#addDay(entry)
    else assertNever(entry)
  }

  end(): ReceiptSummary {
    const head = this.#head
    if (this.#number !== head.number)
      throw new ReceiptProblem(
        `The receipt ends at record ${this.#number}, not at record ${head.number}.`,
      )
    if (this.#hashBefore !== head.hash)
      throw new ReceiptProblem('The last record is not the one that the head names.')
    if (this.#microUsd !== head.micro_usd || this.#creditedMicroUsd !== head.credited_micro_usd)
      throw new ReceiptProblem('The records do not add up to the sums of the head.')
    const last = this.#counts.last()
    if (last !== undefined) this.#verifyCount(last)
    const counted = this.#counts.counted()
    return {
      head,
      records: this.#number,
      charged: this.#charged,
      counted,
      uncounted:
        Math.max(0, this.#charged.running - counted.running) +
        Math.max(0, this.#charged.stopped - counted.stopped),
      machineKeys: [...this.#machineKeys],
      days: this.#days,
      verified: this.#verified,
    }
  }

  #addRecord(record: ReceiptRecord): void {
    const { number } = record
    if (number === this.#number) throw new ReceiptProblem(`Record ${number} is there twice.`)
    if (number !== this.#number + 1)
      throw new ReceiptProblem(`Record ${this.#number + 1} is missing.`)
    if (record.previous !== this.#hashBefore)
      throw new ReceiptProblem(`Record ${number} does not follow from the one before.`)
    if (hashRecord(record, this.#head, this.#hash) !== record.hash)
      throw new ReceiptProblem(`Record ${number} was changed.`)
    if (record.kind === 'credit') this.#creditedMicroUsd += record.micro_usd
    else this.#addInterval(record)
    this.#number = number
    this.#hashBefore = record.hash
    this.#last = record
  }

  #addInterval(interval: ReceiptRecord): void {
    const { number, from_s: fromS, seconds, micro_usd: microUsd } = interval
    const kind = interval.kind === 'running' ? 'running' : 'stopped'
    if (fromS !== this.#charged[kind])
      throw new ReceiptProblem(
        `Record ${number} charges seconds that are charged already, or leaves some out.`,
      )
    if (microUsd > chargeBetween(interval.micro_usd_per_hour, fromS, fromS + seconds))
      throw new ReceiptProblem(`Record ${number} charges more than its seconds cost.`)
    this.#charged[kind] += seconds
    this.#microUsd += microUsd
    this.#checkTimes(interval)
    this.#lastInterval = interval
    if (interval.count !== null) this.#addCount(interval, interval.count)
  }

  /** Intervals follow each other; both kinds may have the same times, and together no more seconds than passed. */
  #checkTimes({ number, kind, from, to }: ReceiptRecord): void {
    const before = this.#lastInterval
    const isBeside = before?.kind !== kind && before?.from === from && before.to === to
    if (from > to || (before !== undefined && !isBeside && from < before.to))
      throw new ReceiptProblem(`Record ${number} overlaps the time of the one before.`)
    this.#firstFromMs ??= Date.parse(from)
    const passedS = Math.ceil((Date.parse(to) - this.#firstFromMs) / 1_000)
    if (this.#charged.running + this.#charged.stopped > passedS)
      throw new ReceiptProblem(`Up to record ${number} more seconds are charged than passed.`)
  }

  #addCount({ number }: ReceiptRecord, count: ReceiptCount): void {
    this.#machineKeys.add(count.machine_key)
    for (const due of this.#counts.add(count)) this.#verifyCount(due)
    const { running, stopped } = this.#counts.counted()
    if (this.#charged.running > running || this.#charged.stopped > stopped)
      throw new ReceiptProblem(
        `Up to record ${number} more seconds are charged than the machine counted.`,
      )
  }

  #verifyCount({ machine_key: key, signature, ...count }: ReceiptCount): void {
    const { instance_id, machine_id } = this.#head
    const statement = countStatement(machine_id, { instance_id, ...count })
    this.#verify(key, statement, signature, 'A count has a wrong signature of the machine.')
  }

  #addDay(proof: ReceiptProof): void {
    const { day } = proof
    const last = this.#last
    const before = this.#days.at(-1)
    if (last === undefined || (before !== undefined && before.day >= day))
      throw new ReceiptProblem(`The day ${day} is not in its place.`)
    const leaf = { subject_id: this.#head.instance_id, number: last.number, hash: last.hash }
    this.#verified += 1
    checkDay(proof, leaf, { isSigned: this.#isSigned, hash: this.#hash, key: this.#key })
    this.#days.push(proof)
  }

  #verify(key: string, text: string, signature: string, problem: string): void {
    this.#verified += 1
    if (!this.#isSigned(key, text, signature)) throw new ReceiptProblem(problem)
  }
}
