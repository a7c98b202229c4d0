import type { AutoOrderPreview } from '@gridloom/contract/auto-orders/auto-order'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../ui/format/money.ts'
import { plural } from '../../ui/format/numbers.ts'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'
import { autoOrderPreviewQuery, type PreviewedOrder } from './auto-orders-api.ts'
import styles from './limit-fields.module.css'

const settleMs = 300

/** What the market has now for an automatic order, and whether an instance would be rented at once. */
export function MarketPreview({ wanted }: { wanted: PreviewedOrder }) {
  const [settled] = useDebouncedValue(JSON.stringify(wanted), settleMs)
  const isSettled = settled === JSON.stringify(wanted)
  const preview = useQuery({
    ...autoOrderPreviewQuery(useClient(), wanted),
    enabled: isSettled,
  })
  useShownInPlace(preview.error)
  return (
    <div
      className={styles.preview}
      data-rents={preview.data?.rents_now ?? false}
      role="status"
      aria-label="The market now"
      aria-busy={!isSettled || preview.isFetching}
    >
      {textOf(preview.data, preview.error)}
    </div>
  )
}

function textOf(preview: AutoOrderPreview | undefined, error: Error | null): string {
  if (error !== null) return describeError(error).text
  if (preview === undefined) return 'Comparing with the market…'
  const { matches, cheapest_micro_usd_per_hour: cheapest, rents_now } = preview
  if (cheapest === null) return 'No free offer matches now. It will wait for one.'
  const found = `${plural(matches, 'offer')} ${matches === 1 ? 'matches' : 'match'} now; the cheapest costs ${formatMoneyExact(cheapest)}/h`
  return rents_now ? `${found}: it will be rented at once.` : `${found}.`
}
