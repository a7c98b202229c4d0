import { companies } from '@gridloom/contract/companies/endpoints'
import { expect, it } from 'vitest'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { validateFund } from './fund-values.ts'

it.each(['', '0', '0.009', 0.01, '2.5', 1_000_000, '1000000.01'])(
  'validates an amount of %s dollars as the contract does',
  (usd) => {
    const { micro_usd: shape } = companies.fund.body.shape
    expect(validateFund.usd(usd) === null).toBe(shape.safeParse(microUsdOf(usd)).success)
  },
)
