import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import type { Expiry } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'

describe('ExpiryField', () => {
  it('asks for a day only when a date is chosen', async () => {
    const { user, chosen } = setup({ choice: '90', date: '' })
    expect(screen.queryByLabelText('Last day')).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Expires' }))
    await user.click(await screen.findByRole('option', { name: 'On a date', hidden: true }))
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2027-01-31' } })
    expect(chosen.at(-1)).toEqual({ choice: 'date', date: '2027-01-31' })
  })

  it('warns about a key that never expires', () => {
    setup({ choice: 'never', date: '' })
    expect(screen.getByText('A leaked key works until you revoke it')).toBeTruthy()
  })

  it('shows the error at the day when a date is chosen', () => {
    setup({ choice: 'date', date: '' }, 'Choose a date')
    const day = screen.getByLabelText('Last day')
    expect(day.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Choose a date')).toHaveLength(1)
  })
})

function setup(first: Expiry, error?: string) {
  const chosen: Expiry[] = []
  const note = (expiry: Expiry) => chosen.push(expiry)
  return { ...renderPart(<Held first={first} error={error} note={note} />), chosen }
}

interface HeldProps {
  first: Expiry
  error: string | undefined
  note: (expiry: Expiry) => void
}

function Held({ first, error, note }: HeldProps) {
  const [value, setValue] = useState(first)
  return (
    <ExpiryField
      value={value}
      error={error}
      onChange={(expiry) => {
        note(expiry)
        setValue(expiry)
      }}
    />
  )
}
