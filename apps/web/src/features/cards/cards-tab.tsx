import type { Cards } from '@gridloom/contract/cards/card'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { useIsOperator } from '../../shared/auth/use-is-operator.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { AddCredit } from './add-credit.tsx'
import { savedCardsQuery } from './api/card-queries.ts'
import styles from './cards.module.css'
import { cardsCode } from './cards-code.ts'
import { Payments } from './payments/payments.tsx'
import { ReturnedPayment } from './payments/returned-payment.tsx'
import { SavedCards } from './saved/saved-cards.tsx'
import { AutoTopUpSection } from './top-up/auto-top-up.tsx'

/** The "Cards" tab of Billing: credit by card, its payments, saved cards and automatic top-ups. */
export function CardsTab() {
  const cards = useQuery(savedCardsQuery(useClient()))
  return (
    <Loaded query={cards} what="your cards" rows={6}>
      {(found) => (
        <div className={styles.stack}>
          <ReturnedPayment />
          {found.limits === null ? <NotSetUp /> : <CardParts cards={found} limits={found.limits} />}
          <Payments mayChange={found.may_change && found.limits !== null} />
        </div>
      )}
    </Loaded>
  )
}

interface CardPartsProps {
  cards: Cards
  limits: NonNullable<Cards['limits']>
}

function CardParts({ cards, limits }: CardPartsProps) {
  return (
    <>
      {cards.may_change ? (
        <div className={styles.pair}>
          <AddCredit limits={limits} />
          <SavedCards cards={cards.cards} />
        </div>
      ) : (
        <p className={styles.note}>
          Owners and admins of the company add credit, and manage its cards.
        </p>
      )}
      <AutoTopUpSection cards={cards} limits={limits} />
      <div>
        <AsCode actions={cardsCode} />
      </div>
    </>
  )
}

/** Without a processor nobody can pay by card: the operator reads how to change that. */
function NotSetUp() {
  const isOperator = useIsOperator()
  return (
    <Section title="Cards">
      <EmptyState
        icon={<IconCreditCard size={20} stroke={1.6} />}
        title="Card payments are not set up"
      >
        {isOperator ? (
          <>
            Set <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>, and restart
            the server. Until then, give credit under Users.
          </>
        ) : (
          'Ask the operator of this installation for credit.'
        )}
      </EmptyState>
    </Section>
  )
}
