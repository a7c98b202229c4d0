import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCluster, aMember } from '../../testing/cluster-samples.ts'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

describe('the clusters page', () => {
  it('lists the nodes of each cluster with state, address, machine and price', async () => {
    await setup([aCluster()])
    const table = await screen.findByRole('table', { name: 'Nodes of train' })
    const row = within(within(table).getByRole('row', { name: /train-1/ }))
    expect(row.getByText('10.203.0.2')).toBeTruthy()
    expect(row.getByText('loom-02')).toBeTruthy()
    expect(row.getByText('Running')).toBeTruthy()
  })

  it('says why one failed, and offers nothing more to do with it', async () => {
    const failure = { code: 'node_failed', rank: 1, text: 'The image is missing.' }
    await setup([aCluster({ state: 'failed', failure, nodes: [] })])
    expect(await screen.findByText(/train-1 did not start: The image is missing/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Destroy' })).toBeNull()
  })

  it('stops and destroys all nodes, the latter after a confirmation', async () => {
    const { user, api } = await setup([aCluster()])
    const { id } = aCluster()
    api.answer(`POST /api/clusters/${id}/stop`, ok(aCluster({ state: 'impaired' })))
    api.answer(`DELETE /api/clusters/${id}`, ok(aCluster({ state: 'destroyed' })))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await expect.poll(() => api.callsTo(`POST /api/clusters/${id}/stop`).length).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Destroy' }))
    expect(api.callsTo(`DELETE /api/clusters/${id}`)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    await expect.poll(() => api.callsTo(`DELETE /api/clusters/${id}`).length).toBe(1)
  })

  it('measures the network between two machines and shows the result', async () => {
    const { user, api } = await setup([aCluster()])
    const { id } = aCluster()
    const measured = {
      ...{ from: 0, to: 1, between_machines: true, bytes: 1_000 },
      ...{ bytes_per_s: 50 * 1024 ** 2, measured_at: '2026-01-01T00:00:00.000Z' },
    }
    api.answer(`POST /api/clusters/${id}/throughput`, ok(measured))
    await user.click(await screen.findByRole('button', { name: 'Measure network' }))
    await expect
      .poll(() => api.callsTo(`POST /api/clusters/${id}/throughput`)[0]?.body)
      .toEqual({ from: 0, to: 1 })
    api.answer('GET /api/clusters', ok([aCluster({ throughput: measured })]))
    api.publish('clusters', {})
    expect(await screen.findByText(/50 MiB\/s from node-0 to node-1/)).toBeTruthy()
  })

  it('shows the change of a node as it happens', async () => {
    const { api } = await setup([
      aCluster({ state: 'starting', nodes: [aMember({ ready: false })] }),
    ])
    expect(await screen.findByText('Getting ready')).toBeTruthy()
    api.answer('GET /api/clusters', ok([aCluster()]))
    api.publish('clusters', {})
    expect(await screen.findByRole('button', { name: 'Measure network' })).toBeTruthy()
  })

  it('says what a cluster is where there is none', async () => {
    await setup([])
    expect(await screen.findByText('No clusters yet')).toBeTruthy()
  })

  it('shows a refused start beside the cluster', async () => {
    const { user, api } = await setup([aCluster({ state: 'stopped' })])
    api.answer(`POST /api/clusters/${aCluster().id}/start`, refuse('offer_taken'))
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})

async function setup(clusters: ReturnType<typeof aCluster>[]) {
  return renderApp({ path: '/clusters', answers: { 'GET /api/clusters': ok(clusters) } })
}
