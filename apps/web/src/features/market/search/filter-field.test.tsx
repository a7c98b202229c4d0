import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../testing/with-design.tsx'
import { FilterField } from './filter-field.tsx'

describe('a filter', () => {
  it('is told a moment after the last key, once', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '24')
    await waitFor(() => expect(commits).toEqual(['24']))
  })

  it('is told at once on Enter', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '24{Enter}')
    expect(commits).toEqual(['24'])
  })

  it('is told at once when it is left', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '8')
    await user.tab()
    expect(commits).toEqual(['8'])
  })

  it.each([
    ['0,42', '0.42'],
    ['$0.5', '0.5'],
    [' 12 ', '12'],
  ])('takes %s for the number %s', async (typed, meant) => {
    const { user, field, commits } = setup()
    await user.type(field(), `${typed}{Enter}`)
    expect(commits).toEqual([meant])
  })

  it.each(['0', '-4', 'lots', '1e'])(
    'does not tell %s, which is no number above 0',
    async (typed) => {
      const { user, field, commits } = setup()
      await user.type(field(), `${typed}{Enter}`)
      expect(commits).toEqual([])
      expect(field().value).toBe(typed)
    },
  )

  it('that is emptied is dropped', async () => {
    const { user, field, commits } = setup({ value: '24' })
    await user.clear(field())
    await user.keyboard('{Enter}')
    expect(commits).toEqual([undefined])
  })

  it('is not told again what it already is', async () => {
    const { user, field, commits } = setup({ value: '24' })
    await user.click(field())
    await user.keyboard('{Enter}')
    await user.tab()
    expect(commits).toEqual([])
  })

  it('shows a value that was changed elsewhere, whatever was typed', async () => {
    const { user, field, change } = setup({ value: '24' })
    await user.type(field(), '9')
    change('48')
    expect(field().value).toBe('48')
  })

  it('offers what is on the market to choose from', () => {
    setup({ choices: ['RTX 4090', 'A100'] })
    const offered = [...document.querySelectorAll('datalist option')]
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(['RTX 4090', 'A100'])
  })
})

interface Setup {
  value?: string
  choices?: readonly string[]
}

function setup({ value, choices = [] }: Setup = {}) {
  const commits: (string | undefined)[] = []
  const drawn = (shown: string | undefined) => (
    <FilterField
      label="VRAM"
      unit="GiB"
      sign="≥"
      accepts="number"
      choices={choices}
      value={shown}
      onCommit={(text) => commits.push(text)}
    />
  )
  const { user, show } = renderPart(drawn(value))
  return {
    user,
    commits,
    field: () => screen.getByLabelText<HTMLInputElement>('VRAM'),
    change: (next: string) => show(drawn(next)),
  }
}
