import type { Client } from '@gridloom/client/calls'
import { openTerminal, type Terminal } from '@gridloom/client/terminal'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Receipt } from '@gridloom/contract/instances/receipt'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { expect } from 'vitest'
import type { Product } from '../src/product.ts'

export interface Ended {
  stdout: string
  stderr: string
  exitCode: number | null
}

/** Runs a command in the instance, to its end. */
export async function execute(
  client: Client,
  id: InstanceId,
  command: [string, ...string[]],
): Promise<Ended> {
  const ended: Ended = { stdout: '', stderr: '', exitCode: null }
  for await (const { event, data } of client.instances.exec({
    params: { id },
    body: { command },
  })) {
    if (event === 'exit') ended.exitCode = data.exit_code
    else ended[data.stream] += Buffer.from(data.base64, 'base64').toString()
  }
  return ended
}

/** A terminal and all its output so far. */
export interface Watched {
  terminal: Terminal
  /** Resolves once the output contains the text. */
  shows(text: string): Promise<void>
  /** Resolves when the connection has ended. */
  closed: Promise<void>
}

export async function watchTerminal(
  client: Client,
  instanceId: InstanceId,
  resume: { terminalId?: string } = {},
): Promise<Watched> {
  const terminal = await openTerminal(client, { instanceId, columns: 80, rows: 24, ...resume })
  const closed = Promise.withResolvers<void>()
  const waiting = new Set<() => void>()
  let shown = ''
  terminal.onFrame((frame) => {
    if (frame.kind === 'bytes') shown += Buffer.from(frame.bytes).toString()
    else closed.resolve()
    for (const look of waiting) look()
  })
  return {
    terminal,
    closed: closed.promise,
    shows: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!shown.includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

export const encode = (text: string) => new Uint8Array(Buffer.from(text))

/** The receipt, once everything of a destroyed instance is booked. */
export function finalReceipt({ until, renter }: Product, id: InstanceId): Promise<Receipt> {
  return until({
    read: () => renter.instances.receipt({ params: { id } }),
    satisfies: (receipt) => receipt.final,
  })
}

/**
 * Checks a receipt against the ledger, the statements and itself: exact to the micro-dollar, no second charged twice.
 */
export async function expectExact(product: Product, receipt: Receipt): Promise<void> {
  expectAddsUp(receipt)
  const proof = await checkLedger(product.server.container.db)
  expect(proof).toMatchObject({ clean: true, sumMicroUsd: 0 })
  if (!receipt.final) return
  expect(await capturedFor(product.renter, receipt.instance)).toBe(receipt.total_micro_usd)
}

/** Checks a receipt against itself: its lines add up, and no second is charged twice. */
export function expectAddsUp(receipt: Receipt): void {
  const { lines } = receipt
  expect(lines.reduce((sum, line) => sum + line.micro_usd, 0)).toBe(receipt.total_micro_usd)
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  expectNoOverlap(receipt)
}

function expectNoOverlap({ lines }: Receipt): void {
  for (const kind of ['running', 'stopped_disk'] as const) {
    const mine = lines.filter((line) => line.kind === kind)
    for (const [index, line] of mine.entries()) {
      const before = mine[index - 1]
      const spanMs = Date.parse(line.to) - Date.parse(line.from)
      expect(spanMs, line.key).toBeGreaterThanOrEqual(0)
      if (before !== undefined) expect(line.from >= before.to, line.key).toBe(true)
    }
  }
}

/** The amount that the account's own statements show for an instance, holds and their releases included. */
async function capturedFor(client: Client, instance: Instance): Promise<number> {
  let leftMicroUsd = 0
  for (let page = 1; ; page++) {
    const { statements } = await client.ledger.statements({ query: { page, page_size: 100 } })
    for (const statement of statements) {
      if (statement.instance_id !== instance.id) continue
      leftMicroUsd -= statement.available_change_micro_usd + statement.held_change_micro_usd
    }
    if (statements.length < 100) return leftMicroUsd
  }
}
