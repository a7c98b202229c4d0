import { useQuery } from '@tanstack/react-query'
import { balanceQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { Statements } from './statements.tsx'

/** The account's balance and all its transactions. */
export function BillingSection() {
  const balance = useQuery(balanceQuery(useClient()))
  return (
    <>
      {balance.data && <BalanceStrip balance={balance.data} />}
      {balance.isPending && <SkeletonBlock height={86} label="Loading the balance" />}
      {balance.isError && (
        <ErrorState
          title="The balance could not be loaded"
          error={balance.error}
          retry={() => balance.refetch()}
        />
      )}
      <Statements />
    </>
  )
}
