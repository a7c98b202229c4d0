import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { PartFailed } from '../lazy-part.tsx'
import { PartFailure } from './lazy-part-error.tsx'

describe('a part that failed', () => {
  it('suggests checking the connection when its code failed to load, and reloads it', async () => {
    const done: string[] = []
    const cause = new TypeError('Failed to fetch dynamically imported module')
    const { user } = setup(new PartFailed(() => done.push('forgotten'), { cause }), done)
    expect(screen.getByRole('alert').textContent).toContain('Check your connection')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(done).toEqual(['forgotten', 'drawn again'])
  })

  it('hides the message of its own error and is drawn again on retry', async () => {
    const done: string[] = []
    const { user } = setup(new TypeError('x is undefined'), done)
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(screen.getByRole('alert').textContent).not.toContain('x is undefined')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(done).toEqual(['drawn again'])
  })
})

function setup(error: Error, done: string[]) {
  return renderPart(
    <PartFailure
      title="This tab could not be displayed"
      error={error}
      reset={() => done.push('drawn again')}
    />,
  )
}
