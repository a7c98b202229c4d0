import { api } from '@gridloom/contract/api'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { AsCode, type CodeAction } from './as-code.tsx'

const list: CodeAction = {
  name: 'List your instances',
  endpoint: api.instances.list,
  cli: 'gridloom ps',
}
const balance: CodeAction = { name: 'Get the balance', endpoint: api.ledger.balance }

describe('AsCode', () => {
  it('shows each action as a curl call without the secret', async () => {
    const { drawer } = await setup([list, balance])
    expect(drawer.getByText('GET /api/instances')).toBeTruthy()
    const line = drawer.getByRole('region', { name: 'List your instances' }).textContent
    expect(line).toMatch(/^curl/)
    expect(line).toContain('$GRIDLOOM_TOKEN')
  })

  it('shows only actions that the command line supports', async () => {
    const { drawer, user } = await setup([list, balance])
    await user.click(drawer.getByRole('radio', { name: 'Command line' }))
    expect(drawer.getByText('gridloom ps')).toBeTruthy()
    expect(drawer.queryByText('Get the balance')).toBeNull()
  })

  it('shows when no action has a command', async () => {
    const { drawer, user } = await setup([balance])
    await user.click(drawer.getByRole('radio', { name: 'Command line' }))
    expect(drawer.getByText(/There are no commands for this page yet/)).toBeTruthy()
  })

  it('closes with Escape and returns the focus', async () => {
    const { user } = await setup([list])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'API / CLI' }))
  })
})

async function setup(actions: readonly CodeAction[]) {
  const view = renderPart(<AsCode actions={actions} />)
  await view.user.click(screen.getByRole('button', { name: 'API / CLI' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'API / CLI' }))
  await drawer.findByRole('radiogroup', { name: 'Language' })
  return { ...view, drawer }
}
