import { hash } from 'node:crypto'
import { TextLines } from '@gridloom/async/text-lines'
import { ReceiptEntry } from '@gridloom/contract/receipts/signed-receipt'
import { StatementEntry, StatementHead } from '@gridloom/contract/receipts/signed-statement'
import { ReceiptProblem } from '@gridloom/domain/receipts/check-day'
import { checkReceipt, type ReceiptSummary } from '@gridloom/domain/receipts/check-receipt'
import { checkStatement, type StatementSummary } from '@gridloom/domain/receipts/check-statement'
import { createIsSigned } from '../shared/signatures.ts'

/** A line has at most some thousand characters. */
const lineCharsMax = 20_000

/** What a sound file is: the receipt of an instance, or the statement of an account. */
export type CheckedFile =
  | { readonly receipt: ReceiptSummary }
  | { readonly statement: StatementSummary }

interface FileCheck {
  add(value: unknown): void
  end(): CheckedFile
}

/**
 * Checks a signed receipt or statement piece by piece, without a server: its lines, each in the one spelling that it has.
 * `key`: the installation's key, as it was known before. @throws {ReceiptProblem} for what does not hold
 */
export async function readReceipt(
  pieces: AsyncIterable<Uint8Array>,
  key: string | undefined,
): Promise<CheckedFile> {
  let check: FileCheck | undefined
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 0
  for await (const piece of pieces)
    for (const text of linesOf(lines, decoder, piece)) {
      line += 1
      const value = jsonOf(text, line)
      if (check === undefined) check = beginCheck(value, key)
      else addLine(check, value, line)
    }
  if (lines.rest() !== '') throw new ReceiptProblem('The last line is cut off.')
  if (check === undefined) throw new ReceiptProblem('The file is empty.')
  return check.end()
}

/** Begins the check that the first line of a file asks for. */
function beginCheck(first: unknown, key: string | undefined): FileCheck {
  const options = { isSigned: createIsSigned(), hash: sha256, key }
  const head = StatementHead.safeParse(first)
  if (head.success) {
    const check = checkStatement(head.data, options)
    return {
      add: (value) => check.add(StatementEntry.parse(value)),
      end: () => ({ statement: check.end() }),
    }
  }
  const check = checkReceipt(options)
  const begun: FileCheck = {
    add: (value) => check.add(ReceiptEntry.parse(value)),
    end: () => ({ receipt: check.end() }),
  }
  addLine(begun, first, 1)
  return begun
}

function addLine(check: FileCheck, value: unknown, line: number): void {
  try {
    check.add(value)
  } catch (cause) {
    if (cause instanceof ReceiptProblem) throw cause
    throw notALine(line, cause)
  }
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

function jsonOf(text: string, line: number): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) === text) return value
  } catch (cause) {
    throw notALine(line, cause)
  }
  throw notALine(line, undefined)
}

function notALine(line: number, cause: unknown): ReceiptProblem {
  return new ReceiptProblem(`Line ${line} is no line of a signed receipt.`, { cause })
}

function sha256(text: string): string {
  return hash('sha256', text)
}
