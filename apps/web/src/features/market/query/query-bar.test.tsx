import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aFacets, anOffer, marketOf } from '../../../testing/renter-samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const search = 'GET /api/offers'
const slow = { timeout: 10_000 }

describe('the text query', () => {
  it('filters as the form does, and is what the form says', async () => {
    const { api, bar, router, user } = await setup()
    await user.type(bar(), 'gpu:4090 vram>=24{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'gpu:4090 vram>=24' }))
    expect(typedIn(screen.getByLabelText('VRAM'))).toBe('24')
    await waitFor(() =>
      expect(api.callsTo(search).at(-1)?.query).toMatchObject({
        gpu: '4090',
        vram_mib_min: '24576',
      }),
    )
    await user.clear(screen.getByLabelText('VRAM'))
    await user.tab()
    await waitFor(() => expect(typedIn(bar())).toBe('gpu:4090'))
  })

  it('keeps the text as it was typed while the same filters apply', async () => {
    const { bar, router, user } = await setup()
    await user.type(bar(), 'VRAM >= 24 , kind:gpu'.replace(' ,', ''))
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'kind:gpu vram>=24' }))
    expect(typedIn(bar())).toBe('VRAM >= 24 kind:gpu')
  })

  it('marks the word that cannot be read, says what would be right, and searches nothing new', async () => {
    const { bar, router, user, container } = await setup()
    await user.type(bar(), 'gpu:4090 pric<1{Enter}')
    const alert = await problem()
    expect(alert.textContent).toBe('pric is no field of offers; did you mean price?')
    expect(bar().getAttribute('aria-invalid')).toBe('true')
    expect(bar().getAttribute('aria-describedby')).toBe(alert.id)
    expect(container.querySelector('mark')?.textContent).toBe('pric')
    expect(router.state.location.search).toEqual({})
  })

  it('of a link that cannot be read shows no offers, and is cleared with one click', async () => {
    const { api, router, user } = await setup({ path: '/instance?q=pric%3C1', empty: true })
    expect(await screen.findByText('The query cannot be read')).toBeTruthy()
    expect((await problem()).textContent).toMatch(/did you mean price/)
    expect(api.callsTo(search)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Clear the query' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(await screen.findByRole('region', { name: 'Offers' })).toBeTruthy()
  })

  it('still reads links from before it', async () => {
    const { bar } = await setup({ path: '/instance?kind=gpu&vram=24&max=0.5' })
    expect(typedIn(bar())).toBe('kind:gpu vram>=24 price<=0.5')
  })
})

describe('the suggestions of the text query', () => {
  it('name fields with an operator, and then the values on the market with their counts', async () => {
    const { bar, user } = await setup()
    await user.type(bar(), 'coun')
    expect(bar().getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}')
    const first = suggestions().getAllByRole('option')[0]
    expect(first?.textContent).toMatch(/^country:/)
    expect(bar().getAttribute('aria-activedescendant')).toBe(first?.id)
    await user.keyboard('{Enter}')
    expect(typedIn(bar())).toBe('country:')
    expect(await suggestions().findByRole('option', { name: /^DE.*3 offers$/ })).toBeTruthy()
  })

  it('are accepted with Tab, which otherwise leaves the field', async () => {
    const { bar, router, user } = await setup()
    await user.type(bar(), 'country:')
    await suggestions().findByRole('option', { name: /^DE/ })
    await user.keyboard('{ArrowDown}{Tab}')
    expect(document.activeElement).toBe(bar())
    expect(typedIn(bar())).toBe('country:DE ')
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'country:DE' }))
    await user.tab()
    expect(document.activeElement).not.toBe(bar())
  })

  it('go up from the first to none, and to the last', async () => {
    const { bar, user } = await setup()
    await user.type(bar(), 'kind:')
    const [gpu, cpu] = await suggestions().findAllByRole('option')
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(bar().hasAttribute('aria-activedescendant')).toBe(false)
    await user.keyboard('{ArrowUp}')
    expect(bar().getAttribute('aria-activedescendant')).toBe(cpu?.id)
    await user.keyboard('{ArrowUp}')
    expect(bar().getAttribute('aria-activedescendant')).toBe(gpu?.id)
  })

  it('close with Escape, and Enter then searches what was typed', async () => {
    const { bar, router, user } = await setup()
    await user.type(bar(), 'kind:gpu')
    await user.keyboard('{ArrowDown}{Escape}')
    expect(bar().getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'kind:gpu' }))
  })

  it('are accepted with the pointer, in the middle of a query too', async () => {
    const { bar, user } = await setup({ path: '/instance?q=kind%3Agpu%20vram%3E%3D24' })
    await user.type(bar(), 'regi', { initialSelectionStart: 9, initialSelectionEnd: 9 })
    await user.click(await suggestions().findByRole('option', { name: /^region:/ }))
    expect(typedIn(bar())).toBe('kind:gpu region:vram>=24')
    expect(document.activeElement).toBe(bar())
  })
})

/** The text below the field; toasts are alerts too. */
const problem = () =>
  within(screen.getByLabelText('Query', { selector: 'search' })).findByRole('alert')

const suggestions = () => within(screen.getByRole('listbox', { name: 'Suggestions' }))

interface Setup {
  path?: string
  answers?: Answers
  /** There is no table to wait for. */
  empty?: boolean
}

async function setup({ path = '/instance', answers = {}, empty = false }: Setup = {}) {
  const app = renderApp({
    path,
    answers: {
      [search]: marketOf([anOffer()]),
      'GET /api/offers/facets': ok(aFacets({ country: { DE: 3, US: 1 } })),
      ...answers,
    },
  })
  const bar = () => screen.getByRole('combobox', { name: 'Search offers' })
  await screen.findByRole('combobox', { name: 'Search offers' }, slow)
  if (!empty) await screen.findByRole('region', { name: 'Offers' }, slow)
  return { ...app, bar }
}
