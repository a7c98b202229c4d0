import type { Evidence } from '@gridloom/contract/reputation/evidence'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A fact before it is hashed and signed. */
export type UnsignedEvidence = Omit<Evidence, 'hash' | 'signature'>

/** The hash before the first fact of a machine. */
export const noHash = '0'.repeat(64)

/**
 * The hash of a fact: SHA-256, in lower-case hexadecimal, over one line of JSON that names the format and lists every
 * field in a fixed order. A changed, missing or added field changes it, and with it every later hash of the machine.
 */
export function hashEvidence(fact: UnsignedEvidence): string {
  return bytesToHex(sha256(utf8ToBytes(evidenceText(fact))))
}

function evidenceText(fact: UnsignedEvidence): string {
  const { figure, party } = fact
  return JSON.stringify([
    'gridloom-evidence-1',
    fact.machine_id,
    fact.number,
    fact.kind,
    fact.at,
    fact.value,
    fact.cause,
    figure === null ? null : [figure.kind, figure.advertised, figure.measured],
    party === null ? null : [party.digest, party.own, party.other_providers],
    fact.withdraws,
    fact.source,
    fact.previous,
  ])
}

/** Where a chain begins or ends: the number and the hash of a fact. */
export interface ChainPlace {
  readonly number: number
  readonly hash: string
}

export interface ChainToCheck {
  readonly machineId: string
  /** The place before the first fact. */
  readonly anchor: ChainPlace
  /** The place of the last one. */
  readonly head: ChainPlace
  /** Whether the installation's key signed this text. */
  readonly isSigned: (text: string, signature: string) => boolean
}

/**
 * Checks that facts are the whole chain of a machine from its anchor to its head: complete, in order, unchanged and
 * signed. Returns the first problem as a sentence, or `null`.
 */
export function problemOfChain(facts: readonly Evidence[], chain: ChainToCheck): string | null {
  let { number, hash } = chain.anchor
  for (const { hash: stated, signature, ...fact } of facts) {
    if (fact.machine_id !== chain.machineId) return `Fact ${fact.number} is about another machine.`
    if (fact.number !== number + 1) return `Fact ${number + 1} is missing.`
    if (fact.previous !== hash) return `Fact ${fact.number} does not follow from the one before.`
    if (hashEvidence(fact) !== stated) return `Fact ${fact.number} was changed.`
    if (!chain.isSigned(stated, signature)) return `Fact ${fact.number} has a wrong signature.`
    number = fact.number
    hash = stated
  }
  const isWhole = number === chain.head.number && hash === chain.head.hash
  return isWhole ? null : `The chain ends at fact ${number}, not at fact ${chain.head.number}.`
}
