import { expect, it } from 'vitest'
import { withReputation } from '../../../test/reputation.ts'
import { makePaperPdf } from '../../platform/pdf/make-paper-pdf.ts'
import type { Paper } from '../../platform/pdf/paper.ts'
import { readInstanceReceipt } from '../instances/read-instance-receipt.ts'
import { downloadInstanceReceipt } from './download-instance-receipt.ts'

it('a receipt as PDF and as CSV is what the ledger moved for the instance, and not for strangers', async () => {
  await using site = await withReputation()
  const id = await site.running()
  let up = site.report(id, { ready: true })
  for (let passed = 0; passed < 180; passed += 5) {
    await site.clock.advance(5_000)
    up = { ...up, ready_s: up.ready_s + 5 }
    await site.heartbeat([up])
  }
  const papers: Paper[] = []
  const make = (paper: Paper) => {
    papers.push(paper)
    return makePaperPdf(paper)
  }
  const around = { papers: { make }, invoiceSeller: undefined, publicUrl: 'https://gl.example' }
  const ctx = { ...site.renter, ...around }
  const { total_micro_usd: total } = await readInstanceReceipt(ctx, id)
  expect(total).toBeGreaterThan(0)

  const pdf = await downloadInstanceReceipt(ctx, id, 'pdf')
  expect(pdf.fileName).toBe(`receipt-${id}.pdf`)
  expect((await textOf(pdf.pieces)).startsWith('%PDF-1.7')).toBe(true)
  const [paper] = papers
  expect(microUsdOf(paper?.total[1])).toBe(total)
  const rows = paper?.rows.map((row) => microUsdOf(row.at(-1))) ?? []
  expect(rows.reduce((sum, microUsd) => sum + microUsd, 0)).toBe(total)
  expect(paper?.parties.map(({ lines }) => lines[0])).toEqual([
    'gl.example',
    expect.stringMatching(/^acc_/),
  ])

  const csv = await textOf((await downloadInstanceReceipt(ctx, id, 'csv')).pieces)
  const [head, ...lines] = csv.trimEnd().split('\r\n')
  const at = head?.split(',').indexOf('micro_usd') ?? -1
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[at]), 0)).toBe(total)

  const stranger = { ...site.ctxOf(site.someone()), ...around }
  for (const format of ['pdf', 'csv'] as const)
    await expect(downloadInstanceReceipt(stranger, id, format)).rejects.toMatchObject({
      code: 'not_found',
    })
})

/** `$1,234.567` in micro-dollars. */
function microUsdOf(text = ''): number {
  return Math.round(Number(text.replace(/[$,]/g, '')) * 1e6)
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces)
    text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1')
  return text
}
