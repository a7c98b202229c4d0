import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

describe('the confirmation dialog', () => {
  it('describes the loss and has its title as its name', async () => {
    const { dialog } = await setup()
    expect(dialog().textContent).toContain('permanently deletes the 40 GB disk')
    expect(screen.getByRole('dialog', { name: 'Destroy train?' })).toBe(dialog())
  })

  it('focuses Cancel first, so that Enter does nothing harmful', async () => {
    const { user, answers } = await setup()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Enter}')
    expect(answers).toEqual(['left'])
  })

  it('closes with Escape', async () => {
    const { user, answers } = await setup()
    await user.keyboard('{Escape}')
    expect(answers).toEqual(['left'])
  })

  it('confirms with its button', async () => {
    const { user, dialog, answers } = await setup()
    await user.click(within(dialog()).getByRole('button', { name: 'Delete permanently' }))
    expect(answers).toEqual(['confirmed'])
  })

  it('cannot be confirmed again while it is busy', async () => {
    const { user, dialog, answers } = await setup({ busy: true })
    const verb = within(dialog()).getByRole('button', { name: 'Delete permanently' })
    await user.click(verb)
    expect(answers).toEqual([])
    expect(verb.hasAttribute('disabled')).toBe(true)
  })

  it('announces why it failed', async () => {
    await setup({ problem: 'It is not connected.' })
    expect(screen.getByRole('alert').textContent).toBe('It is not connected.')
  })
})

async function setup({ busy = false, problem }: { busy?: boolean; problem?: string } = {}) {
  const answers: string[] = []
  const { user } = renderPart(
    <ConfirmDialog
      opened
      title="Destroy train?"
      confirmWord="Delete permanently"
      busy={busy}
      problem={problem}
      onConfirm={() => answers.push('confirmed')}
      onClose={() => answers.push('left')}
    >
      This permanently deletes the 40 GB disk.
    </ConfirmDialog>,
  )
  await screen.findByRole('dialog')
  return { user, answers, dialog: () => screen.getByRole('dialog') }
}
