import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mutateThen } from './mutate-then.ts'

function RemovedRow({ remove, done }: { remove: () => Promise<void>; done: () => void }) {
  const mutation = useMutation({ mutationFn: remove })
  return (
    <button type="button" onClick={() => mutateThen(mutation, undefined, done)}>
      Remove
    </button>
  )
}

function List({ done }: { done: () => void }) {
  const [shown, setShown] = useState(true)
  const [finish, setFinish] = useState<() => void>()
  const remove = () =>
    new Promise<void>((resolve) => {
      setFinish(() => resolve)
      setShown(false)
    })
  return (
    <>
      {shown && <RemovedRow remove={remove} done={done} />}
      <button type="button" onClick={finish}>
        Finish
      </button>
    </>
  )
}

it('runs the callback though the component that asked has gone before the answer', async () => {
  const done = vi.fn()
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List done={done} />
    </QueryClientProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  expect(done).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Finish' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})
