import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, marketOf } from '../../../testing/renter-samples.ts'

const csv = 'GET /api/offers.csv'
const slow = { timeout: 10_000 }

describe('the columns of the table', () => {
  it('are chosen and ordered, and kept for the next visit', async () => {
    const { drawer, heads, user } = await setup()
    await user.click(drawer().getByRole('checkbox', { name: 'Country' }))
    await user.click(drawer().getByRole('checkbox', { name: 'VRAM' }))
    expect(heads()).not.toContain('VRAM')
    expect(heads().at(-2)).toBe('Country')
    await user.click(drawer().getByRole('button', { name: 'Move Country up' }))
    expect(heads().at(-3)).toBe('Country')
    expect(localStorage.getItem('marketColumns')).toBe(
      'vcpus,memory,disk,slots,cpu_score,down,uptime,country,trust',
    )
    await user.click(drawer().getByRole('button', { name: 'Reset columns' }))
    expect(heads()).toContain('VRAM')
    expect(localStorage.getItem('marketColumns')).toBeNull()
  })

  it('show the value of each field, and that one is unknown', async () => {
    localStorage.setItem('marketColumns', 'country,rtt,cuda,token_price')
    const offer = anOffer({ facts: { country: 'DE', cuda: '12.4' } })
    const { heads } = await setup(offer)
    expect(heads().slice(1, -1)).toEqual(['Country', 'Round trip', 'CUDA', 'Tokens'])
    const row = within(screen.getByRole('region', { name: 'Offers' })).getByRole('row', {
      name: /RTX 4090/,
    })
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(2, 6)).toEqual(['Germany', '–not measured', '12.4', '–unknown'])
  })

  it('sort by every number and version', async () => {
    localStorage.setItem('marketColumns', 'country,cuda')
    const { router, user } = await setup()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'CUDA' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'cuda' }))
    expect(screen.queryByRole('button', { name: 'Country' })).toBeNull()
  })
})

it('saves what the table shows as CSV, in its order', async () => {
  localStorage.setItem('marketColumns', 'cuda,cpu')
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:offers')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { api, user } = await setup(anOffer(), '/instance?q=kind%3Agpu&sort=cuda')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(api.callsTo(csv)[0]?.query).toEqual({
    kind: 'gpu',
    isolation: 'isolated',
    sort: 'cuda',
    order: 'desc',
    columns: 'id,gpu,cpu,machine,cuda,price',
  })
})

async function setup(offer = anOffer(), path = '/instance') {
  const app = renderApp({
    path,
    answers: {
      'GET /api/offers': marketOf([offer]),
      [csv]: () => new Response('id\r\n', { headers: { 'content-type': 'text/csv' } }),
    },
  })
  const table = within(await screen.findByRole('region', { name: 'Offers' }, slow))
  await app.user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('dialog', { name: 'Columns' }, slow)
  return {
    ...app,
    drawer: () => within(screen.getByRole('dialog', { name: 'Columns' })),
    /** The titles of the columns, without the row of groups. */
    heads: () =>
      table
        .getAllByRole('columnheader', { hidden: true })
        .filter((head) => head.getAttribute('scope') === 'col')
        .map(({ textContent }) => textContent),
  }
}
