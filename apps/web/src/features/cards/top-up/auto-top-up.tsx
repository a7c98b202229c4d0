import type { AutoTopUp } from '@gridloom/contract/cards/auto-top-up'
import type { Cards } from '@gridloom/contract/cards/card'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { autoTopUpQuery } from '../api/card-queries.ts'
import { stopWords, topUpStatus } from '../card-words.ts'
import styles from '../cards.module.css'
import { TopUpForm } from './top-up-form.tsx'

interface AutoTopUpSectionProps {
  cards: Cards
  limits: NonNullable<Cards['limits']>
}

/** Automatic top-ups: their state, what they charged this month, and their settings. */
export function AutoTopUpSection({ cards, limits }: AutoTopUpSectionProps) {
  const settings = useQuery(autoTopUpQuery(useClient()))
  return (
    <Section
      title="Automatic top-ups"
      note={settings.data && <StatusBadge {...topUpStatus(settings.data)} />}
    >
      <Loaded query={settings} what="automatic top-ups" rows={2}>
        {(found) => (
          <div className={styles.stack}>
            <State topUp={found} />
            {cards.may_change && <TopUpForm topUp={found} limits={limits} cards={cards.cards} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** What happens, in a sentence, and why it does not. */
function State({ topUp }: { topUp: AutoTopUp }) {
  const { enabled, stopped, retry_at: retryAt } = topUp
  const used = formatMoneyExact(topUp.month_used_micro_usd)
  const most = formatMoneyExact(topUp.month_micro_usd_max)
  const isUsedUp = topUp.month_used_micro_usd + topUp.add_micro_usd > topUp.month_micro_usd_max
  return (
    <div>
      <p className={styles.note}>
        {enabled
          ? `When the balance falls below ${formatMoneyExact(topUp.below_micro_usd)}, the default card is charged ${formatMoneyExact(topUp.add_micro_usd)}. This month: ${used} of ${most}.`
          : 'The default card is charged when the balance is low, up to a limit for each month.'}
      </p>
      {enabled && stopped !== null && <p className={styles.problem}>{stopWords[stopped]}</p>}
      {enabled && stopped === null && retryAt !== null && (
        <p className={styles.problem}>
          The card was declined. It is charged again <TimeAgo at={retryAt} />.
        </p>
      )}
      {enabled && stopped === null && isUsedUp && (
        <p className={styles.problem}>
          Another top-up would exceed the limit of this month. It continues next month (UTC).
        </p>
      )}
    </div>
  )
}
