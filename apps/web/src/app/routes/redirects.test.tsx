import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

describe('redirects', () => {
  it('sends /dashboard to /machines', async () => {
    const { router } = renderApp({ path: '/dashboard' })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/machines')
  })
})
