import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNow } from '../../browser/clock.ts'
import styles from './api-keys.module.css'
import { dateOf, type Expiry, expiryChoices } from './expiry.ts'

interface ExpiryFieldProps {
  value: Expiry
  error: ReactNode
  onChange: (expiry: Expiry) => void
}

/** When a key or a code ends by itself: a span, a date, or never. */
export function ExpiryField({ value, error, onChange }: ExpiryFieldProps) {
  const today = dateOf(useNow())
  const isDate = value.choice === 'date'
  return (
    <div className={styles.expiry}>
      <Select
        label="Ends"
        description={
          value.choice === 'never'
            ? 'If it leaks, it works until you notice'
            : 'It stops working by itself'
        }
        data={[...expiryChoices]}
        value={value.choice}
        allowDeselect={false}
        error={isDate ? undefined : error}
        onChange={(choice) => choice !== null && onChange({ ...value, choice })}
      />
      {isDate && (
        <TextInput
          type="date"
          label="Last day"
          description="To its end, in your time"
          min={today}
          value={value.date}
          error={error}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
