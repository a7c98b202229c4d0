import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someConfig } from '../../testing/samples.ts'

describe('/terms-and-conditions', () => {
  it('has an anchor for every section', async () => {
    renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })
    const links = screen.getAllByRole('link').filter((link) => hrefOf(link).includes('#'))
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) {
      expect(document.getElementById(hrefOf(link).split('#')[1] ?? '')).toBeTruthy()
    }
  })

  it('names the platform fee in force', async () => {
    const config = someConfig({ platform_fee_basis_points: 750 })
    const answers = { 'GET /api/config': ok(config) }
    renderApp({ path: '/terms-and-conditions', token: null, answers })
    expect(await screen.findByText(/platform fee, which is 7.5% of each charge/)).toBeTruthy()
  })

  it('has the four public links, to pages of its own where none are configured', async () => {
    renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('link', { name: 'Open Dashboard' })
    const links = within(screen.getByRole('navigation', { name: 'Public' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, hrefOf(link)])).toEqual([
      ['Open Dashboard', '/instance'],
      ['Blog', '/blog'],
      ['Browser extension', '/extension'],
      ['Getting Started', '/onboarding'],
    ])
  })

  it('links to the configured pages', async () => {
    renderApp({
      path: '/terms-and-conditions',
      answers: {
        'GET /api/config': ok(
          someConfig({
            blog_url: 'https://blog.example/',
            extension_store_url: 'https://store.example/gridloom',
          }),
        ),
      },
    })
    const linked = () => screen.queryByRole('link', { name: 'Blog' })?.getAttribute('target')
    await waitFor(() => expect(linked()).toBe('_blank'))
    const blog = screen.getByRole('link', { name: 'Blog' })
    const store = screen.getByRole('link', { name: 'Browser extension' })
    expect([blog, store].map(hrefOf)).toEqual([
      'https://blog.example/',
      'https://store.example/gridloom',
    ])
    expect(blog.getAttribute('rel')).toContain('noopener')
  })
})

function hrefOf(link: HTMLElement): string {
  return link.getAttribute('href') ?? ''
}
