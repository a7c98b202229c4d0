import type { Client } from '@gridloom/client/calls'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderReceipt } from '@gridloom/contract/rendering/receipt'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { expect } from 'vitest'
import type { Product } from '../../src/product.ts'

/** Checks the money of a job that ended: its receipt equals what the ledger moved, and nothing is on hold any more. */
export async function expectPaidExactly(product: Product, id: RenderJobId): Promise<RenderReceipt> {
  const { renter, server } = product
  const receipt = await renter.rendering.receipt({ params: { id }, query: { page_size: 100 } })
  const { job, lines, total_micro_usd: total } = receipt
  expect(receipt.final).toBe(true)
  expect(lines).toHaveLength(receipt.lines_total)
  expect(lines.reduce((sum, line) => sum + line.micro_usd, 0)).toBe(total)
  expect(job).toMatchObject({ charged_micro_usd: total, held_micro_usd: 0 })
  expect(await leftFor(renter, id)).toBe(total)
  expect(await checkLedger(server.container.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  return receipt
}

/** The amount that the account's own statements show for a job, holds and their releases included. */
async function leftFor(client: Client, id: RenderJobId): Promise<number> {
  const { statements } = await client.ledger.statements({ query: { page_size: 100 } })
  return statements
    .filter(({ render_job_id }) => render_job_id === id)
    .reduce((left, { available_change_micro_usd: free, held_change_micro_usd: held }) => {
      return left - free - held
    }, 0)
}
