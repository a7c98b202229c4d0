import type { PromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from '../promo-codes.module.css'
import { redemptionsQuery } from '../promo-codes-api.ts'

const columns: readonly Column[] = [
  { text: 'Account' },
  { text: 'Credit', align: 'number' },
  { text: 'Redeemed' },
]

/** Who redeemed a code, newest first. */
export function Redemptions({ code }: { code: PromoCode }) {
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...redemptionsQuery(useClient(), code.id, page),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Loaded query={found} what="the redemptions" rows={4}>
        {({ redemptions }) => (
          <Table label="Redemptions" columns={columns}>
            {redemptions.map(({ account_id, email, micro_usd, at }) => (
              <tr key={account_id}>
                <RowHead>
                  <span className={styles.name}>{email ?? 'Closed account'}</span>
                </RowHead>
                <Cell label="Credit" align="number">
                  <Money microUsd={micro_usd} />
                </Cell>
                <Cell label="Redeemed">
                  <TimeAgo at={at} />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      <Pages page={page} total={found.data?.total ?? 0} pageSize={20} turnTo={setPage} />
    </>
  )
}
