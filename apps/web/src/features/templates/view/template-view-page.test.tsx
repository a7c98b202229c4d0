import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleId } from '../../../testing/samples.ts'
import { anOwnTemplate } from '../../../testing/template-samples.ts'

const template = anOwnTemplate({ access: 'public', author: 'grace', template_code: null })
const one = `GET /api/templates/${template.id}`
const slow = { timeout: 10_000 }

describe('the view of a template', () => {
  it('shows who made it, what it runs and needs, and its README', async () => {
    setup({ [one]: ok(template) })
    expect(await screen.findByRole('heading', { level: 1, name: 'PyTorch lab' }, slow)).toBeTruthy()
    expect(screen.getByText('by grace')).toBeTruthy()
    expect(screen.getByText('97 % of starts succeeded')).toBeTruthy()
    const runs = within(screen.getByRole('region', { name: 'Runs' }))
    expect(runs.getByText('ghcr.io/ada/lab:2.7')).toBeTruthy()
    expect(runs.getByText('TOKEN')).toBeTruthy()
    expect(runs.queryByText(/secret-token/)).toBeNull()
    expect(runs.getByText('jupyter lab --port 8888')).toBeTruthy()
    const needs = within(screen.getByRole('region', { name: 'Needs' }))
    expect(needs.getByText('at least 24 GiB')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'First steps' }, slow)).toBeTruthy()
  })

  it('hides the README where its author does', async () => {
    setup({ [one]: ok({ ...template, include_readme: false }) })
    await screen.findByRole('region', { name: 'Runs' }, slow)
    expect(screen.queryByRole('region', { name: 'README' })).toBeNull()
  })

  it('offers to edit one’s own', async () => {
    setup({ [one]: ok(anOwnTemplate()) })
    const edit = await screen.findByRole('link', { name: 'Edit' }, slow)
    expect(edit.getAttribute('href')).toBe(`/template/${template.id}`)
    const use = screen.getByRole('link', { name: 'Use this template' })
    expect(use.getAttribute('href')).toBe(`/instance?template=${template.id}`)
  })

  it('opens a shared one by its code, which copies and exports it too', async () => {
    const code = '4k7m2p9qx3ws8z1b'
    const copy = anOwnTemplate({ id: sampleId('tpl', 8) })
    const { api, router, user } = setup(
      {
        [one]: ok({ ...template, access: 'shared' }),
        [`${one}/export`]: ok({ text: 'exported' }),
        'POST /api/templates/copy': ok(copy, 201),
        [`GET /api/templates/${copy.id}`]: ok(copy),
        [`GET /api/templates/${copy.id}/versions`]: ok([]),
      },
      `?code=${code}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Export' }, slow))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('exported')).toBeTruthy()
    expect(api.callsTo(one)[0]?.query).toEqual({ code })
    expect(api.callsTo(`${one}/export`)[0]?.query).toEqual({ format: 'json', code })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('link', { name: 'Use this template' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Copy to my templates' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/template/${copy.id}`))
    expect(api.callsTo('POST /api/templates/copy')[0]?.body).toEqual({ template_code: code })
  })

  it('says that it is gone, and tries again on request', async () => {
    const { api, user } = setup({ [one]: refuse('not_found') })
    expect(await screen.findByText('The template could not be loaded', {}, slow)).toBeTruthy()
    api.answer(one, ok(template))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Runs' })).toBeTruthy()
  })

  it('asks nothing for a malformed address', async () => {
    const { api } = renderApp({ path: '/template/view/mine' })
    expect(await screen.findByText('Template not found', {}, slow)).toBeTruthy()
    expect(api.calls.filter(({ to }) => to.startsWith('GET /api/templates/mine'))).toEqual([])
  })
})

function setup(answers: Answers, query = '') {
  return renderApp({ path: `/template/view/${template.id}${query}`, answers })
}
