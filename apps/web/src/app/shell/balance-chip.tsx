import type { Balance } from '@gridloom/contract/ledger/balance'
import { formatDurationShort } from '@gridloom/domain/format-duration'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { useNow } from '../../browser/clock.ts'
import { balanceAt } from '../../shared/ledger/balance.ts'
import { formatMoney, formatPerHour } from '../../ui/format/money.ts'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'
import styles from './balance-chip.module.css'

/** Balance, spend rate and the time it lasts; links to the ledger. */
export function BalanceChip() {
  const balance = useQuery(balanceQuery(useClient()))
  useShownInPlace(balance.isError ? balance.error : null)
  if (balance.isPending)
    return <Skeleton width={96} height={28} role="status" aria-label="Loading the balance" />
  if (balance.isError) {
    return (
      <button type="button" className={styles.chip} onClick={() => balance.refetch()}>
        Balance unavailable · Retry
      </button>
    )
  }
  return <LiveBalance balance={balance.data} />
}

function LiveBalance({ balance }: { balance: Balance }) {
  const { leftMicroUsd, lastsS, level } = balanceAt(balance, useNow())
  return (
    <Link
      to="/account"
      search={{ section: 'billing' }}
      className={styles.chip}
      data-level={level}
      title="Balance and ledger"
    >
      <span className={`${styles.amount} gl-num`}>{formatMoney(leftMicroUsd)}</span>
      {balance.spend_rate_micro_usd_per_hour > 0 && (
        <span className={`${styles.burn} gl-num`}>
          −{formatPerHour(balance.spend_rate_micro_usd_per_hour)}
          {lastsS !== null && <> · {formatDurationShort(lastsS)} left</>}
        </span>
      )}
    </Link>
  )
}
