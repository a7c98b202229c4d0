import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { billQuery } from '../../../shared/ledger/bill-query.ts'
import { Earnings } from '../../../shared/ledger/earnings.tsx'

/** What all machines earned this month; nothing until they have earned. The page is useful without it. */
export function FleetEarnings() {
  const bill = useQuery(billQuery(useClient()))
  if (bill.data === undefined || bill.data.earned_micro_usd === 0) return null
  return <Earnings bill={bill.data} />
}
