import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { useLeave } from '../form/use-leave.tsx'
import { Drawer, Modal } from './dialog.tsx'

it('Escape closes the topmost dialog first, whichever was mounted first', async () => {
  const { user } = setup()
  await user.click(screen.getByRole('button', { name: 'Open the lower' }))
  await user.click(await screen.findByRole('button', { name: 'Open the upper' }))
  await screen.findByRole('dialog', { name: 'Upper' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upper' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Lower' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('Escape closes an open list before its dialog', async () => {
  const { user } = setup()
  await user.click(screen.getByRole('button', { name: 'Open the lower' }))
  await user.click(await screen.findByRole('combobox', { name: 'Colour' }))
  await screen.findByRole('option', { name: 'Red', hidden: true })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Lower' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a dialog with input asks before it is closed, and keeps the input', async () => {
  const { user } = setup()
  await user.click(screen.getByRole('button', { name: 'Open the form' }))
  const field = await screen.findByRole('textbox', { name: 'Words' })
  await user.type(field, 'a day of work')
  await user.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Discard/ })).toBeNull())
  expect(field).toHaveProperty('value', 'a day of work')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a dialog without input closes at once', async () => {
  const { user } = setup()
  await user.click(screen.getByRole('button', { name: 'Open the form' }))
  await screen.findByRole('textbox', { name: 'Words' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

function setup() {
  return renderPart(<Page />)
}

type Dialog = 'lower' | 'upper' | 'form'

/** The upper dialog is mounted first and therefore receives keys first. */
function Page() {
  const [open, setOpen] = useState<readonly Dialog[]>([])
  const close = (dialog: Dialog) => () => setOpen((all) => all.filter((one) => one !== dialog))
  const begin = (dialog: Dialog) => () => setOpen((all) => [...all, dialog])
  return (
    <>
      <Modal opened={open.includes('upper')} onClose={close('upper')} title="Upper" zIndex={300} />
      <Drawer opened={open.includes('lower')} onClose={close('lower')} title="Lower">
        <Select label="Colour" data={['Red', 'Green']} comboboxProps={{ withinPortal: false }} />
        <button type="button" onClick={begin('upper')}>
          Open the upper
        </button>
      </Drawer>
      {open.includes('form') && <FormDialog close={close('form')} />}
      <button type="button" onClick={begin('lower')}>
        Open the lower
      </button>
      <button type="button" onClick={begin('form')}>
        Open the form
      </button>
    </>
  )
}

function FormDialog({ close }: { close: () => void }) {
  const [words, setWords] = useState('')
  const { leave, question } = useLeave({ typed: words !== '', close })
  return (
    <Modal opened onClose={leave} title="Form">
      <input
        aria-label="Words"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {question}
    </Modal>
  )
}
