import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { EmptyState, ErrorState } from './states.tsx'

describe('ErrorState', () => {
  it('announces what failed and how to fix it', () => {
    renderPart(
      <ErrorState
        title="The machines could not be loaded"
        error={new NetworkError('unreachable')}
      />,
    )
    const said = screen.getByRole('alert').textContent
    expect(said).toContain('The machines could not be loaded')
    expect(said).toContain('Check your connection and try again.')
  })

  it('suggests asking for credit when funds are insufficient', () => {
    const refusal = new ApiError({
      status: 402,
      code: 'insufficient_funds',
      text: 'The balance does not cover this.',
    })
    renderPart(<ErrorState title="It was not started" error={refusal} />)
    expect(screen.getByRole('alert').textContent).toContain('Ask the operator for credit')
  })

  it('hides the message of an internal error', () => {
    renderPart(<ErrorState title="Not drawn" error={new TypeError('x is undefined')} />)
    expect(screen.getByRole('alert').textContent).not.toContain('undefined')
    expect(screen.getByText(/Reload the page/)).toBeTruthy()
  })

  it('can be retried with the keyboard', async () => {
    const retry = vi.fn()
    const { user } = renderPart(<ErrorState title="Not loaded" error={null} retry={retry} />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(retry).toHaveBeenCalledOnce()
  })

  it('has no button without a retry', () => {
    renderPart(<ErrorState title="Instance not found" error={null} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('EmptyState', () => {
  it('shows text and action without an alert', () => {
    renderPart(
      <EmptyState title="No transactions yet" action={<button type="button">Look around</button>}>
        Credit appears here.
      </EmptyState>,
    )
    expect(screen.getByText('Credit appears here.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Look around' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
