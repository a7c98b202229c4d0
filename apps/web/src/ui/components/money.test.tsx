import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { HourlyPrice, Money, MoneyChange } from './money.tsx'

describe('money on a screen', () => {
  it('is short, with every micro-dollar on hover', () => {
    renderPart(<Money microUsd={4_992_887} />)
    expect(screen.getByText('$4.99').title).toBe('$4.992887')
  })

  it('keeps the digits that count where it is less than a cent', () => {
    renderPart(<Money microUsd={4_200} />)
    expect(screen.getByText('$0.0042')).toBeTruthy()
  })

  it('as a price names its period, and says what a month of it comes to', () => {
    renderPart(<HourlyPrice microUsdPerHour={420_000} />)
    expect(screen.getByText('$0.42/h').title).toBe('≈ $302/month')
  })

  it('as a change has its sign and all six places', () => {
    const { container, show } = renderPart(<MoneyChange microUsd={12_427} />)
    expect(container.textContent).toContain('+$0.012427')
    show(<MoneyChange microUsd={-1_000_000} />)
    expect(container.textContent).toContain('−$1.000000')
  })
})
