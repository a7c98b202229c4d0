import { useQuery } from '@tanstack/react-query'
import { balanceQuery, detailsQuery } from '../../lib/api/queries.ts'
import { AsCode } from '../../lib/parts/as-code.tsx'
import { Page } from '../../lib/parts/page.tsx'
import { SkeletonBlock } from '../../lib/parts/skeletons.tsx'
import { ErrorState } from '../../lib/parts/states.tsx'
import { useClient } from '../../lib/runtime.tsx'
import { accountCode, operatorCode } from './account-code.ts'
import styles from './account-page.module.css'
import { BalanceStrip } from './billing/balance-strip.tsx'
import { Statements } from './billing/statements.tsx'
import { GiveCredit } from './operator/give-credit.tsx'
import { StartingCredit } from './operator/starting-credit.tsx'
import { Profile } from './profile.tsx'

/** The account: what it holds, every movement of its money, who it is; and the operator's own tools. */
export function AccountPage() {
  const client = useClient()
  const balance = useQuery(balanceQuery(client))
  const details = useQuery(detailsQuery(client))
  const isOperator = details.data?.role === 'operator'
  return (
    <Page
      title="Billing"
      lead="Your balance and every movement of it, in double entry."
      actions={<AsCode actions={isOperator ? [...accountCode, ...operatorCode] : accountCode} />}
    >
      {balance.data && <BalanceStrip balance={balance.data} />}
      {balance.isPending && <SkeletonBlock height={86} label="Loading the balance" />}
      {balance.isError && (
        <ErrorState
          title="The balance could not be loaded"
          error={balance.error}
          retry={() => balance.refetch()}
        />
      )}
      <div className={styles.columns}>
        <Statements />
        <div className={styles.column}>
          <Profile details={details} />
          {isOperator && <StartingCredit />}
          {isOperator && <GiveCredit />}
        </div>
      </div>
    </Page>
  )
}
