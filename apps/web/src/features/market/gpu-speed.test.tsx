import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anOffer, marketOf } from '../../testing/renter-samples.ts'
import { secondsBefore } from '../../testing/samples.ts'

describe('the measured speed of GPUs', () => {
  it('is a column with its date, and so is its price', async () => {
    localStorage.setItem('marketColumns', 'tflops,gpu_mem_bw,price_per_tflop')
    renderApp({ path: '/instance', answers: { 'GET /api/offers': marketOf([offer]) } })
    const table = await screen.findByRole('region', { name: 'Offers' })
    const row = within(await within(table).findByRole('row', { name: /RTX 4090/ }))
    const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.slice(2, 5)).toEqual([
      expect.stringMatching(/^81\.2TFLOPS.* ago$/),
      '–not measured',
      '$0.0051/h',
    ])
  })

  it('stands first in the measured facts of an offer, and what was not measured says so', async () => {
    renderApp({
      path: `/instance?offer=${offer.id}`,
      answers: { [`GET /api/offers/${offer.id}`]: ok(offer) },
    })
    const drawer = await screen.findByRole('dialog')
    const heading = await within(drawer).findByRole('heading', { name: /^Measured/ })
    const measured = heading.closest('section')
    expect(measured?.textContent).toMatch(/GPU, single precision81\.2 TFLOPS .* ago/)
    expect(measured?.textContent).toContain('GPU memory bandwidthnot measured')
    expect(measured?.textContent).toContain('Per TFLOPS$0.0051/h')
  })
})

const offer = anOffer({
  measured: [
    {
      ...{ kind: 'gpu_tflops_fp32', value: 81.2, under_load: false },
      measured_at: secondsBefore(60),
    },
  ],
  facts: { tflops: 81.2, price_per_tflop: 5_074 },
})
