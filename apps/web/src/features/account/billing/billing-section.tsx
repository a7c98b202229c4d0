import { useQuery } from '@tanstack/react-query'
import { balanceQuery, detailsQuery } from '../../../lib/api/queries.ts'
import { SkeletonBlock } from '../../../lib/parts/skeletons.tsx'
import { ErrorState } from '../../../lib/parts/states.tsx'
import { useClient } from '../../../lib/runtime.tsx'
import styles from '../account-page.module.css'
import { GiveCredit } from '../operator/give-credit.tsx'
import { StartingCredit } from '../operator/starting-credit.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { Statements } from './statements.tsx'

/** What the account holds, and every movement of its money; and the operator's own tools. */
export function BillingSection() {
  const client = useClient()
  const balance = useQuery(balanceQuery(client))
  const isOperator = useQuery(detailsQuery(client)).data?.role === 'operator'
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
      {isOperator ? (
        <div className={styles.columns}>
          <Statements />
          <div className={styles.column}>
            <StartingCredit />
            <GiveCredit />
          </div>
        </div>
      ) : (
        <Statements />
      )}
    </>
  )
}
