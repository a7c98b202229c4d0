import { expect, it } from 'vitest'
import { aLine } from '../../../testing/samples.ts'
import { csvOf } from './csv.ts'

it('writes exact amounts, and no text that a spreadsheet would run', () => {
  const [head, row] = csvOf([
    aLine({ transaction_id: `trx_${'0'.repeat(26)}`, text: '=HYPERLINK("x")' }),
  ]).split('\r\n')
  expect(head).toMatch(/^time,transaction,kind/)
  expect(row).toContain(`"'=HYPERLINK(""x"")"`)
  expect(row).toContain('-0.012427')
})
