import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { Pages } from './pages.tsx'

describe('Pages', () => {
  it('are hidden when one page holds all rows', () => {
    setup({ total: 20 })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('appear with the first row that does not fit', () => {
    setup({ total: 21 })
    expect(screen.getByRole('button', { name: '2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '3' })).toBeNull()
  })

  it('mark the current page and disable “next” on the last', () => {
    setup({ total: 41, page: 3 })
    expect(screen.getByRole('button', { name: '3' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('button', { name: 'next page' }).hasAttribute('disabled')).toBe(true)
  })

  it('can be changed with the keyboard', async () => {
    const { turnTo, user } = setup({ total: 41, page: 2 })
    screen.getByRole('button', { name: 'previous page' }).focus()
    await user.keyboard('{Enter}')
    expect(turnTo).toHaveBeenCalledWith(1)
  })
})

function setup({ total, page = 1 }: { total: number; page?: number }) {
  const turnTo = vi.fn()
  return {
    turnTo,
    ...renderPart(<Pages page={page} total={total} pageSize={20} turnTo={turnTo} />),
  }
}
