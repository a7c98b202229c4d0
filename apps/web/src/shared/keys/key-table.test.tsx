import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApiKey } from '../../testing/account-samples.ts'
import { renderPart } from '../../testing/with-design.tsx'
import { KeyTable } from './key-table.tsx'

describe('KeyTable', () => {
  it('shows a key without budget or expiry', () => {
    const row = setup({ budget_micro_usd: null, expires_at: null })
    expect(row.textContent).toContain('$1.25 no limit')
    expect(row.textContent).toContain('Never')
    expect(within(row).queryByRole('progressbar')).toBeNull()
  })

  it('shows when a budget resets, and the models it is restricted to', () => {
    const row = setup({
      budget_period: 'weekly',
      budget_resets_at: '2999-01-01T00:00:00.000Z',
      models: ['org/Small', 'acme/Big'],
    })
    expect(row.textContent).toContain('of $5.00 a week')
    expect(row.textContent).toContain('resets 2999-01-01')
    expect(within(row).getByText('only Small, Big').title).toBe('org/Small, acme/Big')
  })

  it('caps the bar of an overspent budget at 100 %', () => {
    const row = setup({ budget_micro_usd: 1_000_000, spent_micro_usd: 1_500_000 })
    expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
    expect(row.textContent).toContain('$1.50 of $1.00')
  })

  it('shows what is on hold apart from what is spent', () => {
    const row = setup({
      budget_micro_usd: 1_000_000,
      spent_micro_usd: 250_000,
      held_micro_usd: 500_000,
    })
    expect(row.textContent).toContain('$0.25 of $1.00')
    expect(row.textContent).toContain('$0.50 on hold')
    expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  })

  it('shows that a key was never used', () => {
    const row = setup({ last_used_at: null, last_used_address: null, expires_at: null })
    expect(within(row).getAllByText('Never')).toHaveLength(2)
  })

  it('lists every scope in the tooltip of a short text', () => {
    const scopes = [
      'account:read',
      'market:read',
      'instances:read',
      'files:read',
      'snapshots:read',
      'volumes:read',
      'reservations:read',
      'backups:read',
      'clusters:read',
      'renders:read',
      'machines:read',
      'billing:read',
      'chats:read',
      'webhooks:read',
      'affiliate:read',
      'media:read',
      'channels:read',
      'posts:read',
    ]
    const row = setup({ scopes })
    expect(within(row).getByText('Reads everything').title).toBe(scopes.join(', '))
  })

  it('shows who created a company’s key', () => {
    expect(setup({ created_by: 'grace' }, 'shown').textContent).toContain('by grace')
  })

  it('hides who created a user’s own key', () => {
    expect(setup({ created_by: 'grace' }).textContent).not.toContain('grace')
  })

  it('renders an action for each key', () => {
    expect(within(setup({})).getByRole('button').textContent).toBe('Revoke ci')
  })
})

function setup(parts: Partial<Record<keyof ApiKey, unknown>>, makers?: 'shown') {
  renderPart(
    <KeyTable
      keys={[anApiKey(parts)]}
      {...(makers ? { makers } : {})}
      actionOf={({ name }) => <button type="button">Revoke {name}</button>}
    />,
  )
  return screen.getByRole('row', { name: /ci/ })
}
