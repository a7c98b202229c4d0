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

/** Expiry of an API key or access code: a duration, a date, or never. */
export function ExpiryField({ value, error, onChange }: ExpiryFieldProps) {
  const today = dateOf(useNow())
  const isDate = value.choice === 'date'
  return (
    <div className={styles.expiry}>
      <Select
        label="Expires"
        description={
          value.choice === 'never'
            ? 'A leaked key works until you revoke it'
            : 'The key stops working automatically'
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
          description="Until the end of the day, in your time zone"
          min={today}
          value={value.date}
          error={error}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
