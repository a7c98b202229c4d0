import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { billQuery } from '../../../shared/ledger/bill-query.ts'
import { Earnings, hasEarned } from '../../../shared/ledger/earnings.tsx'

/** What all machines earned this month; nothing until they have earned. The page is useful without it. */
export function FleetEarnings() {
  const bill = useQuery(billQuery(useClient()))
  if (bill.data === undefined || !hasEarned(bill.data)) return null
  return <Earnings bill={bill.data} />
}
