import { hash } from 'node:crypto'
import { TextLines } from '@gridloom/async/text-lines'
import { ReceiptEntry } from '@gridloom/contract/receipts/signed-receipt'
import {
  checkReceipt,
  ReceiptProblem,
  type ReceiptSummary,
} from '@gridloom/domain/receipts/check-receipt'
import { createIsSigned } from '../shared/signatures.ts'

/** A line of a receipt has at most some thousand characters. */
const lineCharsMax = 20_000

/**
 * Checks a signed receipt piece by piece, without a server: its lines, each in the one spelling that a receipt has.
 * `key`: the installation's key, as it was known before. @throws {ReceiptProblem} for what does not hold
 */
export async function readReceipt(
  pieces: AsyncIterable<Uint8Array>,
  key: string | undefined,
): Promise<ReceiptSummary> {
  const check = checkReceipt({ isSigned: createIsSigned(), hash: sha256, key })
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 0
  for await (const piece of pieces)
    for (const text of linesOf(lines, decoder, piece)) {
      line += 1
      check.add(entryOf(text, line))
    }
  if (lines.rest() !== '') throw new ReceiptProblem('The last line is cut off.')
  return check.end()
}

function linesOf(
  lines: TextLines,
  decoder: InstanceType<typeof TextDecoder>,
  piece: Uint8Array,
): string[] {
  try {
    return lines.add(decoder.decode(piece, { stream: true }))
  } catch (cause) {
    throw new ReceiptProblem('The file is no signed receipt.', { cause })
  }
}

function entryOf(text: string, line: number): ReceiptEntry {
  const problem = `Line ${line} is no line of a signed receipt.`
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) !== text) throw new ReceiptProblem(problem)
    return ReceiptEntry.parse(value)
  } catch (cause) {
    throw new ReceiptProblem(problem, { cause })
  }
}

function sha256(text: string): string {
  return hash('sha256', text)
}
