import { screen } from '@testing-library/react'
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

  it('shows public links, but only those with a target', async () => {
    renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('link', { name: 'Open Dashboard' })
    expect(screen.getByRole('link', { name: 'Getting Started' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Blog' })).toBeNull()
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
    const blog = await screen.findByRole('link', { name: 'Blog' })
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
