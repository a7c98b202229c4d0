import type { SavedCard } from '@gridloom/contract/cards/card'
import { Button } from '@mantine/core'
import { IconCreditCard, IconExternalLink } from '@tabler/icons-react'
import { useNow } from '../../../browser/clock.ts'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useAddCard, useChooseCard, useRemoveCard } from '../api/change-cards.ts'
import { cardName, expiryText, isExpired } from '../card-words.ts'
import styles from '../cards.module.css'

/** The saved cards: which of them is charged, and their removal. */
export function SavedCards({ cards }: { cards: readonly SavedCard[] }) {
  const hasCards = cards.length > 0
  return (
    <Section title="Saved cards" inset="flush" actions={hasCards ? <AddCard /> : null}>
      {hasCards ? (
        <CardList cards={cards} />
      ) : (
        <EmptyState
          icon={<IconCreditCard size={20} stroke={1.6} />}
          title="No saved cards"
          action={<AddCard />}
        >
          Automatic top-ups need a saved card. Stripe keeps it.
        </EmptyState>
      )}
    </Section>
  )
}

function AddCard() {
  const add = useAddCard((url) => location.assign(url))
  return (
    <>
      <Button
        size="xs"
        loading={add.isPending}
        rightSection={<IconExternalLink size={14} aria-hidden />}
        onClick={() => add.mutate(undefined)}
      >
        Add card
      </Button>
      {add.error && (
        <p className={styles.problem} role="alert">
          {describeError(add.error).text}
        </p>
      )}
    </>
  )
}

function CardList({ cards }: { cards: readonly SavedCard[] }) {
  const remove = useRemoveCard()
  const nowMs = useNow()
  return (
    <ItemList label="Saved cards">
      {cards.map((card) => (
        <Item
          key={card.id}
          icon={<IconCreditCard size={17} stroke={1.6} />}
          title={cardName(card)}
          badge={card.is_default && <StatusBadge tone="good" word="Default" />}
          actions={
            <>
              {!card.is_default && <MakeDefault card={card} />}
              <RemoveButton
                thing={card}
                word="Remove"
                name={cardName(card)}
                confirmWord="Remove card"
                done={`${cardName(card)} removed`}
                remove={remove}
              >
                {cards.length === 1
                  ? 'Automatic top-ups stop without a card.'
                  : 'Automatic top-ups use the next card.'}
              </RemoveButton>
            </>
          }
        >
          <Line
            facts={[
              {
                key: 'expiry',
                fact: `${isExpired(card, nowMs) ? 'expired' : 'expires'} ${expiryText(card)}`,
              },
              { key: 'use', fact: card.is_default ? 'charged by automatic top-ups' : null },
            ]}
          />
        </Item>
      ))}
    </ItemList>
  )
}

function MakeDefault({ card }: { card: SavedCard }) {
  const choose = useChooseCard()
  return (
    <>
      <Button
        size="xs"
        aria-label={`Make default: ${cardName(card)}`}
        loading={choose.isPending}
        onClick={() => choose.mutate(card)}
      >
        Make default
      </Button>
      {choose.error && (
        <p className={styles.problem} role="alert">
          {describeError(choose.error).text}
        </p>
      )}
    </>
  )
}
