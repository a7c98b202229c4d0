import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anApiKey } from '../../testing/account-samples.ts'
import { renderPart } from '../../testing/with-design.tsx'
import { CreatedKey } from './made-key.tsx'

describe('CreatedKey', () => {
  it('shows the key with a warning that it is shown only once', () => {
    setup()
    expect(screen.getByRole('region', { name: 'API key' }).textContent).toBe('glk_secret')
    expect(screen.getByText(/Copy ci now/).textContent).toContain('be shown again')
  })

  it('shows an example in the chosen language', async () => {
    const { user } = setup()
    const example = screen.getByRole('region', { name: 'Example' })
    expect(example.textContent).toContain('curl')
    await user.click(screen.getByText('Command line'))
    expect(example.textContent).toContain('GRIDLOOM_URL')
    expect(example.textContent).not.toContain('curl')
  })

  it('closes when the user confirms', async () => {
    const { user, done } = setup()
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    expect(done).toHaveBeenCalledOnce()
  })
})

function setup() {
  const done = vi.fn()
  const made = { key: 'glk_secret', api_key: anApiKey() }
  return { ...renderPart(<CreatedKey made={made} done={done} />), done }
}
