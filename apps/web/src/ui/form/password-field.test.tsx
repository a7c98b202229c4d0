import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { PasswordField } from './password-field.tsx'

const pasted = ` ${'Grüße 🜂 aus Köln! '.repeat(8)}`

describe('a password', () => {
  it('is masked until the user reveals it', async () => {
    const { user, field } = setup()
    expect(field().type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field().type).toBe('text')
  })

  it('accepts pasted text of any characters and length unchanged', async () => {
    const { user, field } = setup()
    await user.click(field())
    await user.paste(pasted)
    expect(field().value).toBe(pasted)
  })

  it('has an autocomplete value for password managers', () => {
    const { field } = setup()
    expect(field().getAttribute('autocomplete')).toBe('current-password')
  })
})

function setup() {
  const { user } = renderPart(<PasswordField label="Password" autoComplete="current-password" />)
  return { user, field: () => screen.getByLabelText<HTMLInputElement>('Password') }
}
