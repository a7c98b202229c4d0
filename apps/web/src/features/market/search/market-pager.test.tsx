import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../testing/with-design.tsx'
import { offersPerPage } from '../offer-search.ts'
import { MarketPager } from './market-pager.tsx'

describe('the pages of the market', () => {
  it('are hidden when one page holds all offers', () => {
    setup({ total: offersPerPage })
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('show the number of the last one', () => {
    setup({ total: 3 * offersPerPage, page: 3 })
    expect(screen.getByText('Page 3 of 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true)
  })

  it('show “more than” when the total is not fully counted', () => {
    setup({ total: 2 * offersPerPage, page: 2, more: true })
    expect(screen.getByText('Page 2 of more than 2')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(false)
  })

  it('go forward and back; the first page has no search parameter', async () => {
    const { user, asked } = setup({ total: 3 * offersPerPage, page: 2 })
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(asked).toEqual([3, undefined])
  })

  it('go back from a page that no longer exists', async () => {
    const { user, asked } = setup({ total: 1, page: 9 })
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(asked).toEqual([8])
  })
})

function setup({ total, page, more = false }: { total: number; page?: number; more?: boolean }) {
  const asked: (number | undefined)[] = []
  const { user } = renderPart(
    <MarketPager
      found={{ offers: [], total, more, filters: { isolation: 'isolated' as const }, query: '' }}
      search={{ filters: {}, page }}
      onPage={(next) => asked.push(next)}
    />,
  )
  return { user, asked }
}
