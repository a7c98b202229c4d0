import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { HourlyPrice, Money, MoneyChange } from './money.tsx'

describe('money on screen', () => {
  it('is rounded, with every micro-dollar in the tooltip', () => {
    renderPart(<Money microUsd={4_992_887} />)
    expect(screen.getByText('$4.99').title).toBe('$4.992887')
  })

  it('keeps the significant digits below a cent', () => {
    renderPart(<Money microUsd={4_200} />)
    expect(screen.getByText('$0.0042')).toBeTruthy()
  })

  it('names its period for a price, with the price per month in the tooltip', () => {
    renderPart(<HourlyPrice microUsdPerHour={420_000} />)
    expect(screen.getByText('$0.42/h').title).toBe('≈\u00a0$302/month')
  })

  it('has a sign and six decimals for a change', () => {
    const { container, show } = renderPart(<MoneyChange microUsd={12_427} />)
    expect(container.textContent).toContain('+$0.012427')
    show(<MoneyChange microUsd={-1_000_000} />)
    expect(container.textContent).toContain('−$1.000000')
  })
})
