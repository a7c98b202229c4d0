import type { Granularity, LedgerLine } from '@gridloom/contract/ledger/line'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { productWords } from '../../../shared/ledger/product-words.ts'
import { Money, MoneyChange } from '../../../ui/components/money.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { ResourceLink } from '../resource-link.tsx'
import { amountOf, describeLine, lineKey } from './line-words.ts'
import styles from './lines.module.css'
import { detailsQuery } from './lines-query.ts'

interface LineRowProps {
  line: LedgerLine
  by: Granularity
}

/** One line: what it is about and its amount. A sum opens to the transactions in it. */
export function LineRow({ line, by }: LineRowProps) {
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const opens = by !== 'transaction' && line.transactions > 1
  const words = describeLine(line)
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        {line.product && <ResourceLink of={line} />}
        {opens ? (
          <UnstyledButton
            className={styles.more}
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            {words}
            <IconChevronRight size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={styles.muted}>{words}</span>
        )}
        {line.product && <span className={styles.muted}>{productWords[line.product]}</span>}
        {line.fee_micro_usd > 0 && (
          <span className={styles.muted}>
            after <Money microUsd={line.fee_micro_usd} /> fee
          </span>
        )}
      </span>
      <LineAmount line={line} />
      {open && by !== 'transaction' && (
        <div id={detailsId} className={styles.details}>
          <Details line={line} span={by} />
        </div>
      )}
    </li>
  )
}

/** The change of the balance; of a hold, what it puts on hold. */
function LineAmount({ line }: { line: LedgerLine }) {
  if (line.kind !== 'hold') return <MoneyChange microUsd={amountOf(line)} />
  return (
    <span className={styles.muted}>
      <MoneyChange microUsd={line.held_change_micro_usd} /> on hold
    </span>
  )
}

function Details({ line, span }: { line: LedgerLine; span: 'hour' | 'day' }) {
  const details = useQuery(detailsQuery(useClient(), line, span))
  if (details.isError)
    return (
      <p className={styles.muted} role="alert">
        The transactions could not be loaded.
      </p>
    )
  if (details.data === undefined) return <p className={styles.muted}>Loading transactions…</p>
  const { lines, next_cursor: next } = details.data
  return (
    <>
      <ul aria-label="Transactions">
        {lines.map((one) => (
          <li key={lineKey(one)}>
            <span>{one.text}</span>
            <span className={styles.muted}>
              <TimeAgo at={one.at} />
            </span>
            <LineAmount line={one} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className={styles.muted}>
          Showing the newest {lines.length} of {line.transactions}. Export CSV for all.
        </p>
      )}
    </>
  )
}
