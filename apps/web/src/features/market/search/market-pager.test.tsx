import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../testing/with-design.tsx'
import { offersPerPage } from '../offer-search.ts'
import { MarketPager } from './market-pager.tsx'

describe('the pages of the market', () => {
  it('are not mentioned where one page holds everything', () => {
    setup({ total: offersPerPage })
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('count up to the last one', () => {
    setup({ total: 3 * offersPerPage, page: 3 })
    expect(screen.getByText('Page 3 of 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true)
  })

  it('do not pretend to know the last one where there are more than were counted', () => {
    setup({ total: 2 * offersPerPage, page: 2, more: true })
    expect(screen.getByText('Page 2 of more than 2')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(false)
  })

  it('lead on and back; the first one leaves no trace in the address', async () => {
    const { user, asked } = setup({ total: 3 * offersPerPage, page: 2 })
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(asked).toEqual([3, undefined])
  })

  it('lead back from a page that is no longer there', async () => {
    const { user, asked } = setup({ total: 1, page: 9 })
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(asked).toEqual([8])
  })
})

function setup({ total, page, more = false }: { total: number; page?: number; more?: boolean }) {
  const asked: (number | undefined)[] = []
  const { user } = renderPart(
    <MarketPager
      found={{ offers: [], total, more }}
      search={page === undefined ? {} : { page }}
      onPage={(next) => asked.push(next)}
    />,
  )
  return { user, asked }
}
