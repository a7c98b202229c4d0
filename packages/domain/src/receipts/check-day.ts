import type { ReceiptProof } from '@gridloom/contract/receipts/signed-receipt'
import { type ReceiptLeaf, rootOfPath } from './merkle-tree.ts'
import { type HashText, hashDay } from './receipt-hashes.ts'

/** Whether the holder of a key signed exactly this text, in the one spelling that a signature has. */
export type IsSigned = (key: string, text: string, signature: string) => boolean

/** A receipt or statement that does not hold; the message says what is wrong. */
export class ReceiptProblem extends Error {
  override readonly name = 'ReceiptProblem'
}

/** Checks that a published day contains a leaf. @throws {ReceiptProblem} */
export function checkDay(
  proof: ReceiptProof,
  leaf: ReceiptLeaf,
  { isSigned, hash, key }: { isSigned: IsSigned; hash: HashText; key: string },
): void {
  const { day } = proof
  if (rootOfPath(leaf, proof, hash) !== proof.root)
    throw new ReceiptProblem(`The published day ${day} does not contain record ${leaf.number}.`)
  if (hashDay(proof, hash) !== proof.hash)
    throw new ReceiptProblem(`The published day ${day} was changed.`)
  if (!isSigned(key, proof.hash, proof.signature))
    throw new ReceiptProblem(`The day ${day} has a wrong signature.`)
}
