import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someConfig } from '../../testing/samples.ts'

it('says that there is no extension in a store, and what the site does for one', async () => {
  renderApp({ path: '/extension', token: null })
  expect(await screen.findByText(/has no extension in a store/)).toBeTruthy()
  expect(screen.getByText(/can only read your profile/)).toBeTruthy()
})

it('leads to the configured store', async () => {
  const extension_store_url = 'https://store.example/gridloom'
  const answers = { 'GET /api/config': ok(someConfig({ extension_store_url })) }
  renderApp({ path: '/extension', token: null, answers })
  const link = await screen.findByRole('link', { name: 'Get it in the store' })
  expect(link.getAttribute('href')).toBe(extension_store_url)
})
